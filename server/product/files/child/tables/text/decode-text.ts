import { analyse } from 'chardet';

export interface DecodedText {
  /** With `\n` as line ends. */
  readonly text: string;
  /** A label of the Encoding Standard. */
  readonly encoding: string;
  /** Number of invalid byte sequences, each of which is a U+FFFD in the text, and of zeros that were left out. */
  readonly unreadable: number;
}

/** Enough for a guess by frequencies. */
const SAMPLE = 64 * 1024;
/**
 * Minimum confidence of a guess, out of 100; below it the Western Windows encoding is likelier than any other.
 */
const SURE = 30;

/** Decodes a text file whose encoding is at most declared by its first bytes. Null if it is no text. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = byMark(bytes) ?? byEscapes(bytes) ?? byZeros(bytes);
  const decoded =
    marked === null
      ? withoutZeros(decodeAs('utf-8', bytes) ?? asDamagedUtf8(bytes) ?? byFrequency(bytes))
      : decodeAs(marked, bytes);
  return decoded && { ...decoded, text: decoded.text.replace(/\r\n?/g, '\n') };
}

/** Maximum fraction of broken characters among the non-ASCII ones of a damaged UTF-8 text. */
const DAMAGED = 0.05;

/** A file truncated within a character, or joined with another: any other encoding would garble everything. */
function asDamagedUtf8(bytes: Uint8Array): DecodedText | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const unreadable = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  // One broken character at the very end is a truncation, however few others there are.
  const isCut = unreadable === 1 && text.endsWith('\ufffd') && whole > 0;
  if (!isCut && unreadable > whole * DAMAGED) return null;
  return { text, encoding: 'utf-8', unreadable };
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** Emails in Japanese: escapes switch between ASCII and other characters, all of seven bits. */
function byEscapes(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isEscaped = ['\u001b$B', '\u001b$@'].some((escape) => text.includes(escape));
  return isEscaped && bytes.every((byte) => byte <= 0x7f) ? 'iso-2022-jp' : null;
}

/**
 * UTF-16 without a BOM: every other byte of mostly ASCII text is zero. Of one in another script only those of its
 * spaces, digits, delimiters and line ends are, but each is in the same place of its character.
 */
function byZeros(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  const lines = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    const place = at % 2;
    zeros[place] = (zeros[place] ?? 0) + 1;
    // The other byte of the character.
    if (sample[at ^ 1] === 0x0a) lines[place] = (lines[place] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const [most, fewest] = [Math.max(even, odd), Math.min(even, odd)];
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  if (most >= sample.length * 0.3 && fewest * 10 < most) return encoding;
  // One zero per line may be what separates lines of another encoding.
  const ends = lines[odd > even ? 1 : 0] ?? 0;
  return fewest === 0 && ends > 0 && most >= ends * 3 ? encoding : null;
}

/** A broken export left zeros in a text. Where they are most of it, it's something else. */
function withoutZeros(decoded: DecodedText | null): DecodedText | null {
  if (decoded === null) return null;
  const text = decoded.text.replaceAll('\0', '');
  const zeros = decoded.text.length - text.length;
  return zeros > text.length ? decoded : { ...decoded, text, unreadable: decoded.unreadable + zeros };
}

/** Alphabets of their own, in one byte a letter. Those of Windows are tried even if no letter is frequent enough. */
const OTHER_ALPHABET = /^(?:windows-125[1356]|ISO-8859-[5678]|KOI8-R)$/;
const UNRANKED = ['windows-1251', 'windows-1253', 'windows-1255', 'windows-1256'];

/** By letter frequency, from the first non-ASCII letter on. A short text has too few for a sure guess, but whole words. */
function byFrequency(bytes: Uint8Array): DecodedText | null {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte > 0x7f),
  );
  const sample = bytes.subarray(first, first + SAMPLE);
  const isOtherAlphabet = hasWholeWords(sample);
  const unranked = isOtherAlphabet ? UNRANKED.map((name) => ({ name, confidence: 0 })) : [];
  for (const { name, confidence } of [...analyse(sample), ...unranked]) {
    const isByWords = isOtherAlphabet && OTHER_ALPHABET.test(name);
    if ((confidence < SURE && !isByWords) || /^utf|^ascii|2022/i.test(name)) continue;
    const found = decodeAs(toWindows(name), bytes);
    if (found === null || /[\u0080-\u009f]/.test(found.text)) continue;
    if (!isByWords || hasSoundWords(found.text.slice(first, first + SAMPLE))) return found;
  }
  return decodeAs('windows-1252', bytes);
}

/** Bytes beyond ASCII in a row, on average, of whole words. Accents of a Latin text come one or two at a time. */
const WORD = 3;

function hasWholeWords(sample: Uint8Array): boolean {
  let bytes = 0;
  let runs = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte <= 0x7f) continue;
    bytes += 1;
    if ((sample[at - 1] ?? 0) <= 0x7f) runs += 1;
  }
  return runs > 0 && bytes / runs >= WORD;
}

const MARKS = /^[\p{P}\p{S}\p{Z}]+|[\p{P}\p{S}\p{Z}]+$/gu;
const LETTERS = /^(?:\p{L}\p{M}*)+(?:[\p{P}\p{Z}](?:\p{L}\p{M}*)+)*$/u;
/** Names of firms may have capitals anywhere. KOI8 and Windows exchange capitals and small letters. */
const SOUND = 0.9;

/** Whether nearly all words beyond ASCII are letters, without a capital behind a small one. */
function hasSoundWords(text: string): boolean {
  const words = (text.match(/[^\p{ASCII}]+/gu) ?? [])
    .map((word) => word.replace(MARKS, ''))
    .filter((word) => word !== '');
  const sound = words.filter((word) => LETTERS.test(word) && !/\p{Ll}\p{Lu}/u.test(word));
  return sound.length >= words.length * SOUND;
}

/** ISO encodings are subsets of the Windows ones, apart from rarely used control codes. */
function toWindows(name: string): string {
  const windows: Readonly<Record<string, string>> = {
    'ISO-8859-1': 'windows-1252',
    'ISO-8859-9': 'windows-1254',
    'ISO-8859-8': 'windows-1255',
    'ISO-8859-7': 'windows-1253',
  };
  return windows[name] ?? name.toLowerCase();
}

function decodeAs(label: string, bytes: Uint8Array): DecodedText | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes), encoding: decoder.encoding, unreadable: 0 };
  } catch {
    // Invalid bytes, or an unsupported encoding.
    return null;
  }
}
