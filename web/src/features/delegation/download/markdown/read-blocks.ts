import type {
  FootnoteDefinition,
  Heading,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table as Rows,
  TableRow,
} from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { END_OF_ISOLATE, FIRST_LETTER, ISOLATE, signsBefore, startsRightToLeft } from '../set-apart.ts';
import { columnWidths } from './column-widths.ts';
import { type Definitions, type Inline, readRuns, textOf, toStorable } from './read-runs.ts';

const PARSER = unified().use(remarkParse).use(remarkGfm);

type Align = 'left' | 'right' | 'center' | null;

/** A part of a document, whatever the format of its file. `rtl`: it begins at the right. */
export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly runs: readonly Inline[];
      readonly rtl: boolean;
    }
  | { readonly kind: 'paragraph'; readonly runs: readonly Inline[]; readonly rtl: boolean }
  | TextList
  | { readonly kind: 'quote'; readonly blocks: readonly Block[]; readonly rtl: boolean }
  | { readonly kind: 'code'; readonly text: string }
  | TextTable
  | { readonly kind: 'rule' };

export interface TextList {
  readonly kind: 'list';
  /** Number of the first item; null for bullets. */
  readonly start: number | null;
  /** Its items have blank lines between them. */
  readonly loose: boolean;
  /** A box for each item, in the place of its bullet; null unless all have one. */
  readonly ticks: readonly string[] | null;
  readonly items: readonly (readonly Block[])[];
  readonly rtl: boolean;
}

export interface TextTable {
  readonly kind: 'table';
  /** The first is the head. Each has as many cells as there are columns. */
  readonly rows: readonly (readonly (readonly Inline[])[])[];
  readonly align: readonly Align[];
  /** Relative widths, by what the columns have. */
  readonly widths: readonly number[];
  readonly rtl: boolean;
}

/**
 * Reads Markdown as a list of blocks. Its highest headings get level 1. `isRightToLeft`: the language is; otherwise each
 * paragraph decides for itself.
 */
export function readBlocks(markdown: string, isRightToLeft: boolean): Block[] {
  const root = PARSER.parse(markdown);
  const named = root.children.filter((node) => node.type === 'definition');
  const definitions: Definitions = new Map(named.map((node) => [node.identifier, node]));
  const depths = root.children.filter((node): node is Heading => node.type === 'heading');
  const top = depths.reduce((least, { depth }) => Math.min(least, depth), 6);
  return toBlocks(root.children, { definitions, top, isRightToLeft, level: 0 });
}

interface Reading {
  readonly definitions: Definitions;
  /** Number of `#` of the highest heading. */
  readonly top: number;
  readonly isRightToLeft: boolean;
  /** Lists and quotations around it. */
  readonly level: number;
  readonly isQuoted?: true;
}

/** Lists and quotations in each other that are still set apart; a page has no room for more. */
const DEEPEST = 8;

const deeper = (reading: Reading): Reading => ({ ...reading, level: reading.level + 1 });

const DRAWN = [
  'heading',
  'paragraph',
  'list',
  'blockquote',
  'code',
  'table',
  'thematicBreak',
  'footnoteDefinition',
] as const;

type Drawn = Extract<RootContent, { type: (typeof DRAWN)[number] }>;

/** Skips raw HTML, as on screen, and link definitions. */
const isDrawn = (node: RootContent): node is Drawn => DRAWN.some((type) => type === node.type);

function toBlocks(nodes: readonly RootContent[], reading: Reading): Block[] {
  return nodes.filter(isDrawn).flatMap((node): Block[] => {
    switch (node.type) {
      case 'heading': {
        const level = Math.min(6, Math.max(1, node.depth - reading.top + 1));
        return [{ kind: 'heading', level, ...toText(node.children, reading) }];
      }
      case 'paragraph':
        return [{ kind: 'paragraph', ...toText(node.children, reading) }];
      case 'list':
        if (reading.level === DEEPEST)
          return node.children.flatMap((item) => toBlocks(withTick(item), reading));
        return [toList(node, deeper(reading))];
      case 'blockquote': {
        if (reading.level === DEEPEST) return toBlocks(node.children, reading);
        const blocks = toBlocks(node.children, { ...deeper(reading), isQuoted: true });
        return [{ kind: 'quote', blocks, rtl: beginsAtTheRight(blocks) }];
      }
      case 'code':
        return [{ kind: 'code', text: toStorable(node.value) }];
      case 'table':
        return [toTable(node, reading)];
      case 'thematicBreak':
        return [{ kind: 'rule' }];
      case 'footnoteDefinition':
        return toBlocks(withLabel(node), reading);
    }
  });
}

function toText(
  nodes: readonly PhrasingContent[],
  { definitions, isRightToLeft, isQuoted }: Reading,
): { runs: readonly Inline[]; rtl: boolean } {
  const read = readRuns(nodes, definitions);
  const rtl = isRightToLeft || startsRightToLeft(textOf(read));
  const runs = rtl ? keepSigns(read) : read;
  // What is quoted may be in another language than the answer.
  return { runs: isQuoted && rtl ? setForeignApart(runs) : runs, rtl };
}

/** In right-to-left text, the full stop of a Latin sentence would stand before it. */
function setForeignApart(runs: readonly Inline[]): readonly Inline[] {
  const text = textOf(runs);
  const isForeign = FIRST_LETTER.test(text) && !startsRightToLeft(text);
  return isForeign ? [{ text: ISOLATE }, ...runs, { text: END_OF_ISOLATE }] : runs;
}

/** In right-to-left text, a sign before a number would stand behind it. Code is left-to-right anyway, and is copied. */
const keepSigns = (runs: readonly Inline[]): Inline[] =>
  runs.map((run) => (run && !run.code ? { ...run, text: signsBefore(run.text) } : run));

/** As its first text does. */
function beginsAtTheRight(blocks: readonly Block[]): boolean {
  const first = blocks.find((block) => 'rtl' in block);
  return first !== undefined && 'rtl' in first && first.rtl;
}

function toList({ ordered, start, spread, children }: List, reading: Reading): TextList {
  const ticks = children.map(tickOf).filter((tick) => tick !== null);
  // A number stays, because the text may name it.
  const isTicked = !ordered && ticks.length === children.length;
  const items = children.map((item) => toBlocks(isTicked ? item.children : withTick(item), reading));
  return {
    kind: 'list',
    start: ordered ? (start ?? 1) : null,
    loose: spread === true,
    ticks: isTicked ? ticks : null,
    items,
    rtl: beginsAtTheRight(items.flat()),
  };
}

function tickOf({ checked }: ListItem): string | null {
  if (checked == null) return null;
  return checked ? '☑' : '☐';
}

/** Prepends the box of an item, where it has another mark. */
function withTick(item: ListItem): RootContent[] {
  const tick = tickOf(item);
  return tick === null ? item.children : prepend(`${tick} `, item.children);
}

/** Prepends a footnote's label to its text. */
const withLabel = ({ label, identifier, children }: FootnoteDefinition): RootContent[] =>
  prepend(`[${label ?? identifier}] `, children);

function prepend(value: string, blocks: readonly RootContent[]): RootContent[] {
  const [first, ...rest] = blocks;
  const sign: PhrasingContent = { type: 'text', value };
  return first?.type === 'paragraph'
    ? [{ ...first, children: [sign, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [sign] }, ...blocks];
}

function toTable({ children, align }: Rows, reading: Reading): TextTable {
  const columns = children.reduce((most, row) => Math.max(most, row.children.length), 0);
  const rows = children.map((row) => toCells(row, columns, reading));
  const texts = rows.map((row) => row.map(textOf));
  const rtl = reading.isRightToLeft || startsRightToLeft(texts.flat().join(' '));
  return {
    kind: 'table',
    rows: rtl ? rows.map((row) => row.map((cell) => setForeignApart(keepSigns(cell)))) : rows,
    align: Array.from({ length: columns }, (_column, at) => align?.[at] ?? null),
    widths: columnWidths(columnsOf(texts, columns)),
    rtl,
  };
}

const columnsOf = (rows: readonly (readonly string[])[], columns: number): string[][] =>
  Array.from({ length: columns }, (_column, at) => rows.map((row) => row[at] ?? ''));

const toCells = ({ children }: TableRow, columns: number, { definitions }: Reading) =>
  Array.from({ length: columns }, (_cell, at) => readRuns(children[at]?.children ?? [], definitions));
