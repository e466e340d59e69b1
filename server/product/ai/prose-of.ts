/** More than any answer that a cap allows; the rest is not looked at. */
const MAX_CHARACTERS = 200_000;

/**
 * The paragraphs of a Markdown text without what stays in its own language: code, addresses, quoted lines. Line by
 * line and never backwards: an answer is foreign text, and one built to make a pattern backtrack would otherwise
 * hold up everybody (a first version took minutes for a megabyte of blank lines).
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  for (const line of [...markdown.slice(0, MAX_CHARACTERS).split('\n'), '']) {
    const text = line.trim();
    const mark = /^(```|~~~)/.exec(text)?.[0] ?? null;
    if (fence !== null) {
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

/** What stands in its quotations, for a text that is nothing else. */
export function quotedOf(markdown: string): string[] {
  return proseOf(markdown.replace(/^[ \t]*>[> \t]*/gm, ''));
}
