/** More than any answer that a cap allows; the rest is not looked at. */
const MAX_CHARACTERS = 200_000;

/** A fence that says that there is text in it. */
const PROSE = /^(?:```+|~~~+)[ \t]*(?:markdown|md|gfm|text|txt|plain|plaintext|email)[ \t]*$/i;

/**
 * The paragraphs of a Markdown text without what stays in its own language: code, addresses, quoted lines. Line by
 * line and never backwards: an answer is foreign text, and one built to make a pattern backtrack would otherwise
 * hold up everybody (a first version took minutes for a megabyte of blank lines).
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let isOpen = false;
  for (const line of [...markdown.slice(0, MAX_CHARACTERS).split('\n'), '']) {
    const text = line.trim();
    const mark = /^(```|~~~)/.exec(text)?.[0] ?? null;
    // A letter, a card: what is to be copied is not code.
    if (fence === null && isOpen && mark !== null) {
      isOpen = false;
    } else if (fence === null && PROSE.test(text)) {
      isOpen = true;
    } else if (fence !== null) {
      if (mark === fence) fence = null;
    } else if (mark !== null) {
      fence = mark;
    } else if (text === '') {
      if (lines.length > 0) paragraphs.push(lines.join('\n'));
      lines = [];
    } else if (!text.startsWith('>')) {
      lines.push(withoutCodeAndAddresses(text));
    }
  }
  return paragraphs;
}

function withoutCodeAndAddresses(line: string): string {
  return line
    .replace(/`[^`]*`/g, ' ')
    .replace(/\]\([^()\s]*\)/g, '] ')
    .replace(/\bhttps?:\/\/\S+/g, ' ');
}

/** Text of quotations, for an answer that consists of nothing else. */
export function quotedOf(markdown: string): string[] {
  return proseOf(markdown.replace(/^[ \t]*>[> \t]*/gm, ''));
}
