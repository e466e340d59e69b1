const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Counts headings of level 2 in Markdown, outside code. */
export function countSections(markdown: string): number {
  let sections = 0;
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    if (fence === undefined && /^ {0,3}##\s+\S/.test(line)) sections += 1;
  }
  return sections;
}
