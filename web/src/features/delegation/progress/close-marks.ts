const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that starts a new block without a blank line: an item, a heading, a quotation, a row. */
const BEGINS = /^\s*(?:[-*+>|]|#{1,6}|\d+[.)])\s/;
/** Would turn the line above into a setext heading, though it's the start of an item or a rule. */
const UNDERLINE = /^ {0,3}(?:-{1,2}|=+)\s*$/;
/** Not prose: escapes, code, and link targets. */
const LITERAL = /\\.|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|\]\([^()]*\)/gs;
const OPEN_CODE = /(`+)([^`]*)`*$/;
/** An unfinished link, image or citation. */
const OPEN_LINK = /!?\[([^[\]]*)(?:\](?:\([^()]*)?)?$/;
/** Nothing to show until complete: a citation number, a checkbox. */
const NO_WORDS = /^(?:\d*|x|\s)$/i;

/**
 * Closes the marks that a streamed answer has only opened so far. Otherwise the `**` of a bold word, or the
 * address of a link, would show until the rest arrives. `remend` won't do: it leaves a mark with no word behind
 * it yet, which is how every bold word begins.
 */
export function closeMarks(markdown: string): string {
  const lines = markdown.split('\n');
  if (isInFence(lines)) return markdown;
  if (UNDERLINE.test(lines.at(-1) ?? '') && lines.at(-2)?.trim()) lines.pop();
  const from = lines.findLastIndex((line, index) => BEGINS.test(line) || !lines[index - 1]?.trim());
  const done = lines.slice(0, from).map((line) => `${line}\n`);
  return done.join('') + closeParagraph(lines.slice(from).join('\n'));
}

function isInFence(lines: readonly string[]): boolean {
  let fence: string | undefined;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
  }
  return fence !== undefined;
}

function closeParagraph(text: string): string {
  const [code, ticks = '', words = ''] = OPEN_CODE.exec(withoutLiterals(text)) ?? [];
  if (code !== undefined) {
    const before = text.slice(0, -code.length);
    if (words.trim() === '') return closeEmphasis(before);
    const closing = openRuns(withoutLiterals(before + ticks)).join('');
    return before + ticks + words + ticks + closing;
  }
  const link = OPEN_LINK.exec(withoutLiterals(text));
  if (link === null) return closeEmphasis(text);
  const label = text.slice(link.index).replace(OPEN_LINK, '$1');
  return closeEmphasis(text.slice(0, link.index) + (NO_WORDS.test(label) ? '' : label));
}

function closeEmphasis(text: string): string {
  // A mark at the end may be half of one: drop it, then close all that is open.
  const whole = withoutLiterals(text).replace(/[*_~]+$/, '').length;
  const kept = text.slice(0, whole);
  const closing = openRuns(withoutLiterals(kept)).join('');
  // A closing mark can't follow whitespace.
  return closing === '' ? kept : kept.replace(/\s*$/, closing);
}

/** Open marks at the end of a text, innermost first. */
function openRuns(text: string): string[] {
  const open: string[] = [];
  for (const match of text.matchAll(/\*+|_+|~~/g)) {
    const [run] = match;
    const { opens, closes } = sidesOf(
      run,
      text[match.index - 1] ?? ' ',
      text[match.index + run.length] ?? ' ',
    );
    let left = run;
    const at = closes ? open.findIndex((mark) => mark.startsWith(run.charAt(0))) : -1;
    if (at >= 0) {
      const mark = open[at] ?? '';
      open.splice(0, at + 1, ...(mark.length > run.length ? [mark.slice(run.length)] : []));
      left = run.slice(mark.length);
    }
    if (opens && left !== '') open.unshift(left);
  }
  return open;
}

/** Left- and right-flanking as in CommonMark. */
function sidesOf(run: string, before: string, after: string): { opens: boolean; closes: boolean } {
  const isLeft = !/\s/.test(after) && (!/[\p{P}\p{S}]/u.test(after) || /[\s\p{P}\p{S}]/u.test(before));
  const isRight = !/\s/.test(before) && (!/[\p{P}\p{S}]/u.test(before) || /[\s\p{P}\p{S}]/u.test(after));
  if (!run.startsWith('_')) return { opens: isLeft, closes: isRight };
  return { opens: isLeft && !/\w/.test(before), closes: isRight && !/\w/.test(after) };
}

/** Same length, with literals replaced so that nothing in them counts as a mark. */
const withoutLiterals = (text: string): string =>
  text.replace(LITERAL, (literal) => 'x'.repeat(literal.length));
