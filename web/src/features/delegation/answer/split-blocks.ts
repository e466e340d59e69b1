const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Continues the block above even after a blank line: list items and indented text. */
const CONTINUES = /^(\s+\S|[-*+]\s|\d+[.)]\s)/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

/**
 * Splits Markdown into blocks that render separately, so streaming re-renders only the last one. Text with link
 * or footnote definitions stays whole, because its parts refer to each other.
 */
export function splitBlocks(markdown: string): string[] {
  if (DEFINITION.test(markdown)) return [markdown];
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | undefined;
  let afterBlank = false;
  for (const line of markdown.split('\n')) {
    const isBlank = line.trim() === '';
    if (fence === undefined && afterBlank && !isBlank && !CONTINUES.test(line)) {
      blocks.push(block.join('\n'));
      block = [];
    }
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    block.push(line);
    afterBlank = isBlank;
  }
  return [...blocks, block.join('\n')].filter((text) => text.trim() !== '');
}
