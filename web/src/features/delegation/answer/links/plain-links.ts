import type { Definition, Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { escapeMarkdown, linkTarget } from '#domain/foreign-text.ts';
import { t } from '#web/texts/later.ts';
import { isKnown, type KnownAddresses, saysAddress } from './known-addresses.ts';
import { readTarget } from './read-target.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);

/** Replaces `from`-`to` of the Markdown by `text`. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A change may expose another link, which the next round changes. Only hostile text nests this deep. */
const MAX_ROUNDS = 8;

/**
 * Makes Markdown safe to leave the app, in a file or through the clipboard: other programs link anything that
 * looks like an address, and load images. Links to unknown addresses become text with the address as code,
 * images become their names, and HTML is dropped, as on screen.
 */
export function plainLinks(markdown: string, known: KnownAddresses): string {
  let text = markdown;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const changes = changesOf(text, known);
    if (changes.length === 0) return text;
    for (const { from, to, text: other } of changes.toReversed()) {
      text = text.slice(0, from) + other + text.slice(to);
    }
  }
  return text.split('\n').map(escapeMarkdown).join('\n');
}

function changesOf(markdown: string, known: KnownAddresses): Change[] {
  const root = PARSER.parse(markdown);
  const definitions = new Map<string, Definition>();
  collect(root, definitions);
  const changes: Change[] = [];
  visit(root, (node) => {
    const text = rewrite(node, { markdown, known, definitions });
    if (text === undefined) return false;
    changes.push({ ...spanOf(node), text });
    return true;
  });
  return changes;
}

/** The first definition of a name wins, as in CommonMark. */
function collect(node: Nodes, definitions: Map<string, Definition>): void {
  if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
  if ('children' in node) for (const child of node.children) collect(child, definitions);
}

/** Visits in document order; doesn't descend into changed nodes. */
function visit(node: Nodes, change: (node: Nodes) => boolean): void {
  if (change(node) || !('children' in node)) return;
  for (const child of node.children) visit(child, change);
}

interface Reading {
  readonly markdown: string;
  readonly known: KnownAddresses;
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** Replacement for a node; undefined leaves it unchanged. */
function rewrite(node: Nodes, { markdown, known, definitions }: Reading): string | undefined {
  if (node.type === 'html') return /^<br\s*\/?>$/i.test(node.value) ? undefined : '';
  if (node.type === 'definition') return isKnown(known, node.url) ? undefined : '';
  if (node.type === 'image' || node.type === 'imageReference') {
    return writeImage(node.alt, urlOf(node, definitions), known);
  }
  if (node.type === 'link' || node.type === 'linkReference') {
    const url = urlOf(node, definitions);
    if (isKnown(known, url)) return undefined;
    const [first, last] = [node.children[0], node.children.at(-1)];
    return writeAddress(first && last ? markdown.slice(spanOf(first).from, spanOf(last).to) : '', url);
  }
  // An autolink literal has no position of its own: replace its whole parent by plain text.
  return 'children' in node && node.children.some((child) => child.position === undefined)
    ? escapeMarkdown(textOf(node))
    : undefined;
}

/** Resolves an inline or a reference link. */
function urlOf(
  node: Extract<Nodes, { type: 'link' | 'linkReference' | 'image' | 'imageReference' }>,
  definitions: ReadonlyMap<string, Definition>,
): string {
  return 'url' in node ? node.url : (definitions.get(node.identifier)?.url ?? '');
}

function writeImage(alt: string | null | undefined, url: string, known: KnownAddresses): string {
  const words = escapeMarkdown(
    alt ? t('delegation.image_not_loaded', { alt }) : t('delegation.image_without_alt'),
  );
  return isKnown(known, url) ? `[${words}](${linkTarget(url)})` : writeAddress(words, url);
}

/** Inline code is never linked. */
function writeAddress(words: string, url: string): string {
  const target = readTarget(url);
  if (target === undefined) return words;
  const address = target.href.replace(/^mailto:/, '').replace(/[`|]/g, encodeURIComponent);
  return saysAddress(words, url) ? `\`${address}\`` : `${words} (\`${address}\`)`;
}

function spanOf({ position }: Nodes): { from: number; to: number } {
  const [from, to] = [position?.start.offset, position?.end.offset];
  if (from === undefined || to === undefined) throw new Error('a part of a parsed text has no place in it');
  return { from, to };
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
