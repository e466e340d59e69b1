/** How far into a page its own word about its characters is looked for, as browsers do. */
const LOOKED_AT = 4096;

/** The text of a page, in the characters that its first bytes, its header or its own head name; UTF-8 otherwise. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? charsetIn(headOf(bytes)) ?? 'utf-8';
  return decoderFor(label).decode(bytes);
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function headOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, LOOKED_AT);
  return /<meta[^>]{0,200}charset[^>]{0,100}>/i.exec(head)?.[0] ?? '';
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(text)?.[1] ?? null;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    // A name that nobody knows. What it meant can only be guessed; most pages are UTF-8.
    return new TextDecoder();
  }
}
