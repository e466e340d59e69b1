/** More than any capped answer; the rest is ignored. */
const MAX_CHARACTERS = 200_000;

/** Opening fence of prose. */
const PROSE = /^(?:```+|~~~+)[ \t]*(?:markdown|md|gfm|text|txt|plain|plaintext|email)[ \t]*$/i;

/**
 * Paragraphs of a Markdown text, without parts in languages of their own: code, addresses, quotations. Line by
 * line, without backtracking: an answer is untrusted text, and one crafted to backtrack would block the event
 * loop (a first version took minutes for a megabyte of blank lines).
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let isOpen = false;
  for (const line of [...markdown.slice(0, MAX_CHARACTERS).split('\n'), '']) {
    const text = line.trim();
    const mark = /^(```|~~~)/.exec(text)?.[0] ?? null;
    // Fenced prose, such as a letter to copy, isn't code.
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
