import type { BlockContent, DefinitionContent, ListItem, RootContent } from 'mdast';
import { toString as wordsOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Source } from '#domain/evidence.ts';
import { linkTarget } from '#domain/foreign-text.ts';
import { withoutCitations } from './cite-sources.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);

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
  /** What it begins with, if that is a link. */
  readonly address: string | null;
}

/**
 * Reads the items of all lists in an answer, in its order. Of nested lists only the innermost items count, which say
 * what is to be done; items whose box is ticked are done. Marks of sources, and items that only name one, are left out.
 */
export function readSteps(markdown: string, sources: readonly Pick<Source, 'n' | 'url'>[] = []): Step[] {
  const numbers = new Set(sources.map(({ n }) => n));
  const addresses = new Set(sources.map(({ url }) => linkTarget(url)));
  const items = PARSER.parse(markdown)
    .children.flatMap(itemsIn)
    .filter(({ address }) => address === null || !addresses.has(address))
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
    : [{ text, isOpenBox: item.checked === false, isNumbered, address: first ? addressOf(first) : null }];
}

function addressOf(block: BlockContent | DefinitionContent): string | null {
  const [lead] = block.type === 'paragraph' ? block.children : [];
  const inner = lead?.type === 'strong' ? lead.children[0] : lead;
  return inner?.type === 'link' ? inner.url : null;
}
