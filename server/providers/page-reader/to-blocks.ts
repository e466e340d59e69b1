import { oneLine } from '#server/lib/one-line.ts';
import type { DomElement, DomNode } from './dom.ts';

/** Elements that start a new line of text. */
const BLOCK = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
);

const TEXT = 3;
const ELEMENT = 1;

/**
 * Returns an element's text, one line per paragraph, heading, list item or table row, as a browser would break it.
 * Iterative, because pages can be nested deeper than the stack.
 */
export function toBlocks(root: DomElement): string[] {
  const blocks: string[] = [];
  let line = '';
  const end = (): void => {
    const text = oneLine(line);
    if (text !== '') blocks.push(text);
    line = '';
  };
  let node: DomNode | null = root;
  while (node) {
    if (node.nodeType === TEXT) line += node.textContent ?? '';
    const name = node.nodeName;
    if (BLOCK.has(name)) end();
    // A table row is one line, so that a number stays with its label.
    if ((name === 'TD' || name === 'TH') && line !== '') line += ' | ';
    if (name === 'BR') line += ' ';
    const inner: DomNode | null = node.nodeType === ELEMENT ? node.firstChild : null;
    if (inner) {
      node = inner;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      if (node && BLOCK.has(node.nodeName)) end();
    }
    node = node && node !== root ? node.nextSibling : null;
  }
  end();
  return blocks;
}
