import type { List, ListItem, PhrasingContent, RootContent, Table, TableRow } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { t } from '#web/texts/later.ts';
import { readTarget } from '../answer/links/read-target.ts';
import { lettersIn } from '../chart/fit-text.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);

const INDENT = '    ';

/** Widest table that still fits a window; a wider one is written row by row. */
const TABLE_WIDTH = 100;

const WRITTEN = [
  'heading',
  'paragraph',
  'blockquote',
  'list',
  'code',
  'table',
  'footnoteDefinition',
] as const;

type Written = Extract<RootContent, { type: (typeof WRITTEN)[number] }>;

/** Skips raw HTML and link definitions, as on screen; a rule is a gap. */
const isWritten = (node: RootContent): node is Written => WRITTEN.some((type) => type === node.type);

/** Link targets by name. */
type Targets = ReadonlyMap<string, string>;

/** Writes Markdown as plain text, with no marks left: for a file that any program opens. */
export function writeText(markdown: string): string {
  const { children } = PARSER.parse(markdown);
  const definitions = children.filter((node) => node.type === 'definition');
  const targets = new Map(definitions.map(({ identifier, url }) => [identifier, url]));
  return writeBlocks(children, targets);
}

function writeBlocks(nodes: readonly RootContent[], targets: Targets): string {
  return nodes
    .filter(isWritten)
    .map((node) => writeBlock(node, targets))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function writeBlock(node: Written, targets: Targets): string {
  switch (node.type) {
    case 'heading':
    case 'paragraph':
      return writeWords(node.children, targets);
    case 'blockquote':
      return indent(writeBlocks(node.children, targets), INDENT);
    case 'list':
      return writeList(node, targets);
    case 'code':
      return indent(node.value, INDENT);
    case 'table':
      return writeTable(node, targets);
    case 'footnoteDefinition':
      return `[${node.label ?? node.identifier}] ${writeBlocks(node.children, targets)}`;
  }
}

function writeList({ ordered, start, spread, children }: List, targets: Targets): string {
  const items = children.map((item, at) => {
    const mark = ordered ? `${(start ?? 1) + at}. ` : `${tickOf(item)} `;
    const isLoose = item.spread === true;
    const body = item.children
      .filter(isWritten)
      .map((node) => writeBlock(node, targets))
      .filter((text) => text !== '');
    const text = body.join(isLoose ? '\n\n' : '\n');
    return mark + indent(text, ' '.repeat(mark.length)).trimStart();
  });
  return items.join(spread ? '\n\n' : '\n');
}

function tickOf({ checked }: ListItem): string {
  if (checked == null) return '–';
  return checked ? '☑' : '☐';
}

/** In columns if they fit, else each row as lines of "Column: cell". */
function writeTable({ children, align }: Table, targets: Targets): string {
  const [head = [], ...rows] = children.map((row) => cellsOf(row, targets));
  const widths = head.map((name, at) =>
    rows.reduce((most, row) => Math.max(most, lettersIn(row[at] ?? '')), lettersIn(name)),
  );
  const width = widths.reduce((sum, each) => sum + each + 2, -2);
  if (width > TABLE_WIDTH) {
    const lines = (row: readonly string[]) => row.map((cell, at) => `${head[at] ?? ''}: ${cell}`).join('\n');
    return rows.map(lines).join('\n\n');
  }
  const line = (row: readonly string[]) =>
    widths
      .map((each, at) => {
        const cell = row[at] ?? '';
        const gap = ' '.repeat(each - lettersIn(cell));
        return align?.[at] === 'right' ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((each) => '─'.repeat(each)).join('  '), ...rows.map(line)].join('\n');
}

const cellsOf = ({ children }: TableRow, targets: Targets): string[] =>
  children.map((cell) => writeWords(cell.children, targets).replaceAll('\n', ' '));

function writeWords(nodes: readonly PhrasingContent[], targets: Targets): string {
  return nodes.map((node) => writeWord(node, targets)).join('');
}

function writeWord(node: PhrasingContent, targets: Targets): string {
  switch (node.type) {
    case 'text':
      return node.value.replaceAll('\n', ' ');
    case 'inlineCode':
      return node.value;
    case 'strong':
    case 'emphasis':
    case 'delete':
      return writeWords(node.children, targets);
    case 'break':
      return '\n';
    case 'link':
      return writeLink(writeWords(node.children, targets), node.url);
    case 'linkReference':
      return writeLink(writeWords(node.children, targets), targets.get(node.identifier) ?? '');
    case 'image':
    case 'imageReference':
      return node.alt
        ? t('delegation.image_not_loaded', { alt: node.alt })
        : t('delegation.image_without_alt');
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? '\n' : '';
  }
  return '';
}

/** The address after the words, unless they are the address. */
function writeLink(words: string, url: string): string {
  const address = readTarget(url)?.href.replace(/^mailto:/, '');
  if (address === undefined || words === url || words === address) return words;
  return `${words} (${address})`;
}

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
