import type { DomElement, DomNode } from './dom.ts';

/** Elements that begin a new line of text. */
const BLOCK = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
);

const TEXT = 3;
const ELEMENT = 1;

/**
 * The text of an element, a line for each paragraph, heading, item or row of a table, as a browser would break it.
 * Goes along the nodes without calling itself: pages nest deeper than a stack.
 */
export function toBlocks(root: DomElement): string[] {
  const blocks: string[] = [];
  let line = '';
  const end = (): void => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') blocks.push(text);
    line = '';
  };
  let node: DomNode | null = root;
  while (node) {
    if (node.nodeType === TEXT) line += node.textContent ?? '';
    const name = node.nodeName;
    if (BLOCK.has(name)) end();
    // Cells stand side by side: a row is one line, so that a figure stays with what it says.
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
