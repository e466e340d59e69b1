import type { TextUnit } from '#domain/file-kinds.ts';

/** The part of a hast node that is changed here. */
interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

export interface Citing {
  /** Numbers of all sources. */
  readonly numbers: ReadonlySet<number>;
  /** Sources that are a part of a file, by number: a page, a slide or a section. */
  readonly pages: ReadonlyMap<number, TextUnit>;
  /** Sentences that no source supports. */
  readonly unverified: readonly string[];
}

/** Elements whose text is left unchanged. */
const VERBATIM = new Set(['code', 'pre', 'a']);

const MARK = /\[(\d{1,3}|\?)\]/g;

/** A text without these marks, for a place that its sources don't come along to. */
export function withoutCitations(text: string, numbers: ReadonlySet<number>): string {
  return text
    .replace(MARK, (mark, number: string) => (number === '?' || numbers.has(Number(number)) ? '' : mark))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A rehype plugin: turns `[1]` into a citation (`cite`), and `[?]` into a mark on the unsupported sentence
 * before it (`mark`, around that sentence if it is plain text). Runs after the sanitiser, so an answer can't
 * bring its own `cite` or `mark`.
 */
export function citeSources(citing: Citing) {
  return () => (tree: HtmlNode) => visit(tree, citing);
}

function visit(node: HtmlNode, citing: Citing): void {
  if (!node.children || VERBATIM.has(node.tagName ?? '')) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      visit(child, citing);
      return [child];
    }
    return toNodes(child.value ?? '', citing);
  });
}

function toNodes(text: string, { numbers, pages, unverified }: Citing): HtmlNode[] {
  const nodes: HtmlNode[] = [];
  let at = 0;
  const push = (value: string): void => {
    if (value !== '') nodes.push({ type: 'text', value });
  };
  for (const match of text.matchAll(MARK)) {
    const number = Number(match[1]);
    if (match[1] !== '?' && !numbers.has(number)) continue;
    const before = text.slice(at, match.index);
    at = match.index + match[0].length;
    if (match[1] !== '?') {
      push(before);
      nodes.push(element('cite', String(number), pages.has(number) ? { dataPage: pages.get(number) } : {}));
      continue;
    }
    const plain = before.trimEnd();
    const sentence = unverified.find((each) => plain.endsWith(each));
    push(sentence === undefined ? before : plain.slice(0, plain.length - sentence.length));
    nodes.push(element('mark', sentence ?? ''));
  }
  push(text.slice(at));
  return nodes;
}

function element(tagName: string, text: string, properties: Record<string, unknown> = {}): HtmlNode {
  return {
    type: 'element',
    tagName,
    properties,
    children: text === '' ? [] : [{ type: 'text', value: text }],
  };
}
