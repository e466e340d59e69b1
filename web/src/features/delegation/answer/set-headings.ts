import type { OutlineEntry } from './outline.ts';

/** The part of a hast node that is changed here. */
interface HtmlNode {
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** Level on the page of an answer's top headings: below a dialog's title (h2) or a task's row (h3). */
export type FirstLevel = 3 | 4;

const HEADING = /^h[1-6]$/;

/**
 * A rehype plugin: sets the headings of a block to the levels and styles of the answer's outline. One inside a
 * quotation or list becomes a bold paragraph and is not in the outline.
 */
export function setHeadings(entries: readonly OutlineEntry[], firstLevel: FirstLevel) {
  return () => (tree: HtmlNode) => {
    let at = 0;
    for (const node of tree.children ?? []) {
      if (!HEADING.test(node.tagName ?? '')) {
        flatten(node);
        continue;
      }
      // The outline doesn't contain setext (underlined) headings.
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
