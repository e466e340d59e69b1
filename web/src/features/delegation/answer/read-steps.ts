import type { ListItem, RootContent } from 'mdast';
import { toString as wordsOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { withoutCitations } from './cite-sources.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);
const NO_SOURCES: ReadonlySet<number> = new Set();

/** Something in an answer that could be a task. */
export interface Step {
  /** In one line, without Markdown. */
  readonly text: string;
  /** The answer says that it is to be done: an open box, or in an answer without boxes a numbered item. */
  readonly isProposed: boolean;
}

/** The steps of an answer, with what their days are read by. */
export interface AnswerSteps {
  readonly steps: readonly Step[];
  readonly language: string;
  readonly writtenAt: Date;
}

interface Item extends Pick<Step, 'text'> {
  readonly isOpenBox: boolean;
  readonly isNumbered: boolean;
}

/**
 * Reads the items of all lists in an answer, in its order. Of nested lists only the innermost items count, which say
 * what is to be done; items whose box is ticked are done. Marks of sources, by their numbers, are left out.
 */
export function readSteps(markdown: string, numbers: ReadonlySet<number> = NO_SOURCES): Step[] {
  const items = PARSER.parse(markdown)
    .children.flatMap(itemsIn)
    .map((item) => ({ ...item, text: withoutCitations(item.text, numbers) }))
    .filter(({ text }) => text !== '');
  const hasBoxes = items.some(({ isOpenBox }) => isOpenBox);
  return items.map(({ text, isOpenBox, isNumbered }) => ({
    text,
    isProposed: hasBoxes ? isOpenBox : isNumbered,
  }));
}

function itemsIn(node: RootContent): Item[] {
  if (node.type === 'blockquote') return node.children.flatMap(itemsIn);
  if (node.type !== 'list') return [];
  const isNumbered = node.ordered === true;
  return node.children.flatMap((item) => {
    const inner = item.children.flatMap(itemsIn);
    return inner.length > 0 ? inner : toItem(item, isNumbered);
  });
}

function toItem(item: ListItem, isNumbered: boolean): Item[] {
  const [first] = item.children;
  const text = first ? wordsOf(first, { includeImageAlt: false }).replace(/\s+/g, ' ').trim() : '';
  return text === '' || item.checked === true
    ? []
    : [{ text, isOpenBox: item.checked === false, isNumbered }];
}
