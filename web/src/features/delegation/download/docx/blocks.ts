import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type {
  BlockContent,
  DefinitionContent,
  FootnoteDefinition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  RootContent,
  Table as Rows,
  TableRow as TableRowNode,
} from 'mdast';
import { startsRightToLeft } from '../set-apart.ts';
import { type Pictures, pictureAt, toPicture } from './picture.ts';
import { CODE, type Definitions, toRun, toRuns } from './runs.ts';

export interface BlockPlace {
  readonly definitions: Definitions;
  readonly pictures: Pictures;
  /** Sets the lists of this part apart from those of other parts. */
  readonly part: string;
  /** The language is right-to-left; otherwise each paragraph decides for itself. */
  readonly isRightToLeft: boolean;
  /** Nesting depth in lists and quotations. */
  readonly level: number;
  readonly isQuoted: boolean;
  /** Paragraph options at this level. */
  readonly shape: IParagraphOptions;
  /** Number of `#` of the highest heading. */
  readonly top: number;
}

/** In twips; 720 are half an inch. */
const INDENT = 425;
const DEEPEST = 8;
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'B5B0A4' } as const;
const QUOTED = { ...LINE, size: 18, space: 12 } as const;
const FILL = { type: ShadingType.CLEAR, fill: 'F3F1EC', color: 'auto' } as const;
const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

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

/** Converts Markdown blocks to paragraphs and tables. */
export function toBlocks(nodes: readonly RootContent[], place: BlockPlace): (Paragraph | Table)[] {
  return nodes.filter(isDrawn).flatMap((node, at, all): (Paragraph | Table)[] => {
    switch (node.type) {
      case 'heading':
        return [
          toParagraph(node, place, { heading: HEADINGS[node.depth - place.top] ?? HeadingLevel.HEADING_6 }),
        ];
      case 'paragraph': {
        const picture = pictureAt(node, place.pictures);
        if (picture) return [toPicture(picture, place.isRightToLeft)];
        // What names a table or a chart isn't left on the page before it.
        return [toParagraph(node, place, isFigure(all[at + 1], place) ? { keepNext: true } : {})];
      }
      case 'list':
        return toItems(node, place);
      case 'blockquote':
        return toBlocks(node.children, { ...deeper(place), isQuoted: true });
      case 'code':
        return [toCode(node.value, place)];
      case 'table':
        // Adjacent tables would merge, and text would touch the border.
        return [toTable(node, place), new Paragraph({ spacing: { after: 60 } })];
      case 'thematicBreak':
        return [new Paragraph({ border: { bottom: { ...LINE, space: 1 } } })];
      case 'footnoteDefinition':
        return toBlocks(withLabel(node), place);
    }
  });
}

const isFigure = (node: Drawn | undefined, { pictures }: BlockPlace): boolean =>
  node?.type === 'table' || (node?.type === 'paragraph' && pictureAt(node, pictures) !== undefined);

/** One level further in, for the content of an item or quotation. */
function deeper(place: BlockPlace): BlockPlace {
  const level = place.level + 1;
  return { ...place, level, shape: { ...place.shape, indent: { start: INDENT * level } } };
}

/** Prepends a footnote's label to its text. */
function withLabel({ label, identifier, children }: FootnoteDefinition): RootContent[] {
  const sign: PhrasingContent = { type: 'text', value: `[${label ?? identifier}] ` };
  const [first, ...rest] = children;
  return first?.type === 'paragraph'
    ? [{ ...first, children: [sign, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [sign] }, ...children];
}

function toParagraph(
  node: Extract<Nodes, { type: 'paragraph' | 'heading' }>,
  place: BlockPlace,
  more: IParagraphOptions = {},
): Paragraph {
  const bidirectional = place.isRightToLeft || startsRightToLeft(textOf(node));
  return new Paragraph({
    ...place.shape,
    ...more,
    // On the side where the paragraph starts.
    ...(place.isQuoted && { border: { [bidirectional ? 'right' : 'left']: QUOTED } }),
    children: toRuns(node.children, place.definitions),
    bidirectional,
  });
}

/** Code is left-to-right in every language. */
function toCode(code: string, { shape }: BlockPlace): Paragraph {
  const lines = code
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [new TextRun({ break: 1 })] : []),
      toRun(line, { ...CODE, size: 18 }),
    ]);
  return new Paragraph({ ...shape, shading: FILL, children: lines });
}

function toItems(list: List, place: BlockPlace): (Paragraph | Table)[] {
  const level = Math.min(place.level, DEEPEST);
  // Items without blank lines between them are close to each other, and the list stands apart from what follows.
  const spacing = list.spread === true ? {} : { spacing: { after: 40 } };
  const isLast = (at: number, all: readonly ListItem[]) => place.level === 0 && at === all.length - 1;
  const numbering = { reference: defineList(list, place.part, level), level };
  return list.children.flatMap((item, at, all) => {
    const [first, ...rest] = item.children;
    const body = deeper({ ...place, level });
    // The numbering indents an item; a paragraph's own indent would override it.
    const { indent: _indent, ...shape } = place.shape;
    const begin: ListItem['children'][number] =
      first?.type === 'paragraph' ? first : { type: 'paragraph', children: [] };
    return [
      ...toBlocks([withTick(begin, item)], {
        ...body,
        shape: { ...shape, numbering, ...(isLast(at, all) ? {} : spacing) },
      }),
      ...toBlocks(first?.type === 'paragraph' || !first ? rest : [first, ...rest], body),
    ];
  });
}

/** Prepends the checkbox of a task list item. */
function withTick<Block extends BlockContent | DefinitionContent>(
  block: Block,
  { checked }: ListItem,
): Block {
  if (checked == null || block.type !== 'paragraph') return block;
  return { ...block, children: [{ type: 'text', value: checked ? '☑ ' : '☐ ' }, ...block.children] };
}

/** Each list has its own numbering, starting at its own number, and is named by its offset in the text. */
function defineList({ ordered, start, position }: List, part: string, level: number) {
  const levels = Array.from({ length: DEEPEST + 1 }, (_level, at) => ({
    level: at,
    format: ordered ? LevelFormat.DECIMAL : LevelFormat.BULLET,
    text: ordered ? `%${at + 1}.` : '–',
    start: at === level ? (start ?? 1) : 1,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { start: INDENT * (at + 1), hanging: INDENT } } },
  }));
  return { reference: `${part}-${position?.start.offset ?? 0}`, levels };
}

/** In a table that begins at the right, each cell does, too: its numbers are aligned like their heading. */
function toTable({ children, align }: Rows, place: BlockPlace): Table {
  const words = children.flatMap((row) => row.children.map(textOf)).join(' ');
  const isTurned = place.isRightToLeft || startsRightToLeft(words);
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: toWidths(children),
    visuallyRightToLeft: isTurned,
    rows: children.map(
      (row, at) =>
        new TableRow({
          tableHeader: at === 0,
          cantSplit: true,
          children: row.children.map(
            (cell, column) =>
              new TableCell({
                borders: { top: LINE, bottom: LINE, start: LINE, end: LINE },
                margins: { top: 60, bottom: 60, left: 100, right: 100 },
                ...(at === 0 && { shading: FILL }),
                children: [
                  new Paragraph({
                    children: toRuns(cell.children, place.definitions, at === 0 ? { bold: true } : {}),
                    bidirectional: isTurned || startsRightToLeft(textOf(cell)),
                    spacing: { after: 0 },
                    ...alignmentOf(align?.[column]),
                  }),
                ],
              }),
          ),
        }),
    ),
  });
}

/** Twips between the page margins. */
const PAGE_WIDTH = 9026;

/** Column widths in proportion to the longest text, within limits. */
function toWidths(rows: readonly TableRowNode[]): number[] {
  const columns = Math.max(...rows.map((row) => row.children.length));
  const wishes = Array.from({ length: columns }, (_column, at) => {
    const longest = Math.max(...rows.map(({ children }) => (children[at] ? textOf(children[at]).length : 0)));
    return Math.min(40, Math.max(8, longest + 3));
  });
  const whole = wishes.reduce((sum, wish) => sum + wish, 0);
  return wishes.map((wish) => Math.round((PAGE_WIDTH * wish) / whole));
}

function alignmentOf(align: 'left' | 'right' | 'center' | null | undefined): IParagraphOptions {
  if (align === 'center') return { alignment: AlignmentType.CENTER };
  if (align === 'right') return { alignment: AlignmentType.RIGHT };
  return align === 'left' ? { alignment: AlignmentType.LEFT } : {};
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
