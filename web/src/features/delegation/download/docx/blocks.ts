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
import type { Block, TextList, TextTable } from '../markdown/read-blocks.ts';
import { type Inline, textOf } from '../markdown/read-runs.ts';
import { startsRightToLeft } from '../set-apart.ts';
import { type Pictures, pictureAt, toPicture } from './picture.ts';
import { CODE, toRun, toRuns } from './runs.ts';

export interface BlockPlace {
  readonly pictures: Pictures;
  /** Where it is among other blocks: unique, so that each list counts for itself. */
  readonly path: string;
  /** The language is right-to-left. */
  readonly isRightToLeft: boolean;
  /** Nesting depth in lists and quotations. */
  readonly level: number;
  readonly isQuoted: boolean;
  /** Paragraph options at this level. */
  readonly shape: IParagraphOptions;
}

/** In twips; 720 are half an inch. */
const INDENT = 425;
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

/** Converts blocks to paragraphs and tables. */
export function toBlocks(blocks: readonly Block[], place: BlockPlace): (Paragraph | Table)[] {
  return blocks.flatMap((block, at, all): (Paragraph | Table)[] => {
    switch (block.kind) {
      case 'heading':
        return [toParagraph(block, place, { heading: HEADINGS[block.level - 1] ?? HeadingLevel.HEADING_6 })];
      case 'paragraph': {
        const picture = pictureAt(block.runs, place.pictures);
        if (picture) return [toPicture(picture, place.isRightToLeft)];
        // What names a table or a chart isn't left on the page before it.
        return [toParagraph(block, place, isFigure(all[at + 1], place) ? { keepNext: true } : {})];
      }
      case 'list':
        return toItems(block, { ...place, path: `${place.path}-${at}` });
      case 'quote':
        return toBlocks(block.blocks, { ...deeper(place, at), isQuoted: true });
      case 'code':
        return [toCode(block.text, place)];
      case 'table':
        // Adjacent tables would merge, and text would touch the border.
        return [toTable(block), new Paragraph({ spacing: { after: 60 } })];
      case 'rule':
        return [new Paragraph({ border: { bottom: { ...LINE, space: 1 } } })];
    }
  });
}

const isFigure = (block: Block | undefined, { pictures }: BlockPlace): boolean =>
  block?.kind === 'table' || (block?.kind === 'paragraph' && pictureAt(block.runs, pictures) !== undefined);

/** One level further in, for the content of an item or quotation. */
function deeper(place: BlockPlace, at: number): BlockPlace {
  const level = place.level + 1;
  const shape = { ...place.shape, indent: { start: INDENT * level } };
  return { ...place, path: `${place.path}-${at}`, level, shape };
}

function toParagraph(
  { runs, rtl }: { readonly runs: readonly Inline[]; readonly rtl: boolean },
  place: BlockPlace,
  more: IParagraphOptions = {},
): Paragraph {
  return new Paragraph({
    ...place.shape,
    ...more,
    // On the side where the paragraph starts.
    ...(place.isQuoted && { border: { [rtl ? 'right' : 'left']: QUOTED } }),
    children: toRuns(runs),
    bidirectional: rtl,
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

function toItems(list: TextList, place: BlockPlace): (Paragraph | Table)[] {
  // Items without blank lines between them are close to each other, and the list stands apart from what follows.
  const spacing = list.loose ? {} : { spacing: { after: 40 } };
  const isLast = (at: number): boolean => place.level === 0 && at === list.items.length - 1;
  const numbering = { reference: numberingOf(list, place), level: place.level };
  return list.items.flatMap((item, at) => {
    const [first, ...rest] = item;
    const body = deeper(place, at);
    // The numbering indents an item; a paragraph's own indent would override it.
    const { indent: _indent, ...shape } = place.shape;
    const begin: Block = first?.kind === 'paragraph' ? first : { kind: 'paragraph', runs: [], rtl: list.rtl };
    return [
      ...toBlocks([begin], { ...body, shape: { ...shape, numbering, ...(isLast(at) ? {} : spacing) } }),
      ...toBlocks(first?.kind === 'paragraph' ? rest : item, body),
    ];
  });
}

/** Each list has its own numbering, starting at its own number. */
function numberingOf({ start }: TextList, { path, level }: BlockPlace) {
  const levels = Array.from({ length: level + 1 }, (_level, at) => ({
    level: at,
    format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: start === null ? '–' : `%${at + 1}.`,
    start: at === level ? (start ?? 1) : 1,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { start: INDENT * (at + 1), hanging: INDENT } } },
  }));
  return { reference: path, levels };
}

/** Twips between the page margins. */
const PAGE_WIDTH = 9026;

/** In a table that begins at the right, each cell does, too: its numbers are aligned like their heading. */
function toTable({ rows, align, widths, rtl }: TextTable): Table {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: widths.map((width) => Math.round((PAGE_WIDTH * width) / whole)),
    visuallyRightToLeft: rtl,
    rows: rows.map(
      (cells, at) =>
        new TableRow({
          tableHeader: at === 0,
          cantSplit: true,
          children: cells.map(
            (cell, column) =>
              new TableCell({
                borders: { top: LINE, bottom: LINE, start: LINE, end: LINE },
                margins: { top: 60, bottom: 60, left: 100, right: 100 },
                ...(at === 0 && { shading: FILL }),
                children: [
                  new Paragraph({
                    children: toRuns(cell, at === 0 ? { bold: true } : {}),
                    bidirectional: rtl || startsRightToLeft(textOf(cell)),
                    spacing: { after: 0 },
                    ...alignmentOf(align[column]),
                  }),
                ],
              }),
          ),
        }),
    ),
  });
}

function alignmentOf(align: TextTable['align'][number] | undefined): IParagraphOptions {
  if (align === 'center') return { alignment: AlignmentType.CENTER };
  if (align === 'right') return { alignment: AlignmentType.RIGHT };
  return align === 'left' ? { alignment: AlignmentType.LEFT } : {};
}
