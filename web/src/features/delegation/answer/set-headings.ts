import type { OutlineEntry } from './outline.ts';

/** As much of an HTML tree as is changed here. */
interface HtmlNode {
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** Of the page: an answer lies below a dialog's title (2) or a task's place in the list (3). */
export type FirstLevel = 3 | 4;

const HEADING = /^h[1-6]$/;

/**
 * A step of drawing Markdown: gives the headings of a block the levels and looks of the answer's outline. One inside
 * a quotation or a list is a strong line there, and no part of the outline.
 */
export function setHeadings(entries: readonly OutlineEntry[], firstLevel: FirstLevel) {
  return () => (tree: HtmlNode) => {
    let at = 0;
    for (const node of tree.children ?? []) {
      if (!HEADING.test(node.tagName ?? '')) {
        flatten(node);
        continue;
      }
      // A heading that is underlined instead of marked is not in the outline.
      const { depth, isTitle } = entries[at] ?? { depth: 1, isTitle: false };
      at += 1;
      node.tagName = `h${Math.min(6, firstLevel + depth)}`;
      node.properties = { className: isTitle ? 'answer-title' : 'answer-heading' };
    }
  };
}

function flatten(node: HtmlNode): void {
  if (HEADING.test(node.tagName ?? '')) {
    node.tagName = 'p';
    node.properties = { className: 'answer-heading' };
  }
  for (const child of node.children ?? []) flatten(child);
}
