import {
  AlignmentType,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  LineRuleType,
  Paragraph,
  type Table,
  TextRun,
} from 'docx';
import type { Block, TextList } from '../markdown/read-blocks.ts';
import type { Inline } from '../markdown/read-runs.ts';
import { type Pictures, pictureAt, toPicture } from './picture.ts';
import { CODE, toRun, toRuns } from './runs.ts';
import { FILL, LINE, toTable } from './table.ts';

export interface BlockPlace {
  readonly pictures: Pictures;
  /** Where it is among other blocks: unique, so that each list counts for itself. */
  readonly path: string;
  /** The language is right-to-left. */
  readonly isRightToLeft: boolean;
  /** Nesting depth in lists and quotations. */
  readonly level: number;
  readonly isQuoted: boolean;
  /** Nothing of a list around it follows. */
  readonly endsList: boolean;
  /** Paragraph options at this level. */
  readonly shape: IParagraphOptions;
}

/** In twips; 720 are half an inch. */
const INDENT = 425;
/** Width of a box and the space after it. */
const TICK = 270;
const QUOTED = { ...LINE, size: 18, space: 12 } as const;
/** A line of six points. */
const GAP = { after: 0, line: 120, lineRule: LineRuleType.EXACT } as const;
/** Shading ends where letters do, unless there is a border. */
const PADDING = { ...LINE, color: FILL.fill, space: 6 } as const;
const AROUND_CODE = { top: PADDING, bottom: PADDING, left: PADDING, right: PADDING } as const;
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
        return toItems(block, {
          ...place,
          path: `${place.path}-${at}`,
          endsList: place.level === 0 || (place.endsList && at === all.length - 1),
        });
      case 'quote':
        return toBlocks(block.blocks, { ...deeper(place, at), isQuoted: true, endsList: true });
      case 'code':
        return [toCode(block.text, place)];
      case 'table':
        // Adjacent tables would merge, and text would touch the border.
        return [toTable(block, INDENT * place.level), new Paragraph({ spacing: GAP })];
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
  return new Paragraph({ ...shape, shading: FILL, border: AROUND_CODE, children: lines });
}

function toItems(list: TextList, place: BlockPlace): (Paragraph | Table)[] {
  // Items without blank lines between them are close to each other, and the list stands apart from what follows.
  const spacing = list.loose ? {} : { spacing: { after: 40 } };
  const marked = markOf(list, place);
  return list.items.flatMap((item, at) => {
    const [first, ...rest] = item;
    const endsList = place.endsList && at === list.items.length - 1;
    const body = { ...deeper(place, at), endsList };
    const start =
      first?.kind === 'paragraph' ? first : { kind: 'paragraph' as const, runs: [], rtl: list.rtl };
    const tick = list.ticks?.[at];
    const begin = tick === undefined ? start : { ...start, runs: [{ text: `${tick} ` }, ...start.runs] };
    const after = first?.kind === 'paragraph' ? rest : item;
    const isLast = endsList && after.length === 0;
    return [
      ...toBlocks([begin], { ...body, shape: { ...place.shape, ...marked, ...(isLast ? {} : spacing) } }),
      ...toBlocks(after, body),
    ];
  });
}

/** The mark before each item, and where it hangs. */
function markOf(list: TextList, place: BlockPlace): IParagraphOptions {
  // A box to tick is a mark itself.
  if (list.ticks) return { indent: { start: INDENT * (place.level + 1), hanging: TICK } };
  // The numbering indents an item; a paragraph's own indent would override it.
  return { indent: undefined, numbering: { reference: numberingOf(list, place), level: place.level } };
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
