/**
 * Removes invisible characters from model input and output: they can smuggle instructions (tag characters) or
 * reorder text (overrides), and NUL can't be stored. Joiners stay where a script needs them: Persian, Hindi and
 * family emoji break without.
 */
export interface TextCleaner {
  /** Cleaned text, which may lag behind by a joiner until its neighbour arrives. */
  push(text: string): string;
}

/** For streamed text: the pieces add up to what the whole would become. */
export function createTextCleaner(): TextCleaner {
  let before = '';
  let joiner = '';
  return {
    push(text) {
      // Fast path for nearly every piece: five hundred parallel runs must not pay for the rare one.
      if (joiner === '' && !SUSPECT.test(text)) {
        before = /.$/su.exec(text.slice(-2))?.[0] ?? before;
        return text;
      }
      let clean = '';
      for (const character of text) {
        if (JOINER.test(character)) {
          joiner = character;
          continue;
        }
        if (isControl(character) || INVISIBLE.test(character)) continue;
        if (SELECTOR.test(character) && !SELECTABLE.test(before)) continue;
        if (joiner !== '' && joins(before, joiner, character)) clean += joiner;
        joiner = '';
        clean += character;
        // A selector belongs to the preceding character: 👩 + selector + joiner + 🚀 is one emoji.
        if (!SELECTOR.test(character)) before = character;
      }
      return clean;
    },
  };
}

export function cleanText(text: string): string {
  return createTextCleaner().push(text.toWellFormed());
}

/** Cheap test for characters that cleaning would remove. */
export const isSuspect = (text: string): boolean => SUSPECT.test(text);

/** Superset of the rules below: controls, formats, selectors, fillers. */
const SUSPECT = /[^\P{C}\n\t]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u115f\u1160\u3164\uffa0]/u;

/** Zero-width non-joiner, joiner and space. */
const JOINER = /^[\u200b-\u200d]$/;

/**
 * Fillers, direction overrides and isolates, tags. The two direction marks stay: right-to-left text needs them.
 */
const INVISIBLE =
  /^[\u115f\u1160\u180e\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]$/u;

function isControl(character: string): boolean {
  return /^\p{Cc}$/u.test(character) && character !== '\n' && character !== '\t';
}

const SELECTOR = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u;

/** Characters that a variation selector may follow. */
const SELECTABLE = /[\p{Emoji}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]/u;

const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u;

/** Scripts whose letters change shape by their neighbours. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}]/u;

/** Scripts without spaces between words, where a zero-width space allows a line break. */
const UNSPACED = /[\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}]/u;

function joins(before: string, joiner: string, after: string): boolean {
  if (joiner === '\u200b') return UNSPACED.test(before) && UNSPACED.test(after);
  if (JOINING.test(before) && JOINING.test(after)) return true;
  return joiner === '\u200d' && PICTURE.test(before) && PICTURE.test(after);
}
