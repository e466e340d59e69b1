import {
  AlignmentType,
  BorderStyle,
  type IParagraphOptions,
  type IRunOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  WidthType,
} from 'docx';
import { PAGE_WIDTH, tableSize } from '../markdown/column-widths.ts';
import type { TextTable } from '../markdown/read-blocks.ts';
import { textOf } from '../markdown/read-runs.ts';
import { startsRightToLeft } from '../set-apart.ts';
import { toRuns } from './runs.ts';

export const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'B5B0A4' } as const;
export const FILL = { type: ShadingType.CLEAR, fill: 'F3F1EC', color: 'auto' } as const;

/** In twips, of which a point has 20. */
const WIDTH = 20 * PAGE_WIDTH;

/** In a table that begins at the right, each cell does, too: its numbers are aligned like their heading. */
export function toTable({ rows, align, widths, rtl }: TextTable, indent: number): Table {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const size = sizeFor(widths.length);
  return new Table({
    width: { size: WIDTH - indent, type: WidthType.DXA },
    indent: { size: indent, type: WidthType.DXA },
    columnWidths: widths.map((width) => Math.round(((WIDTH - indent) * width) / whole)),
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
                    children: toRuns(cell, { ...size, ...(at === 0 && { bold: true }) }),
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

/** In half points. */
function sizeFor(columns: number): IRunOptions {
  const points = tableSize(columns);
  return points === null ? {} : { size: 2 * points, sizeComplexScript: 2 * points };
}

function alignmentOf(align: TextTable['align'][number] | undefined): IParagraphOptions {
  if (align === 'center') return { alignment: AlignmentType.CENTER };
  if (align === 'right') return { alignment: AlignmentType.RIGHT };
  return align === 'left' ? { alignment: AlignmentType.LEFT } : {};
}
