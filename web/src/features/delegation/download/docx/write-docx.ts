import { Document, HeadingLevel, LineRuleType, Packer, Paragraph, SectionType, TextRun } from 'docx';
import { isLanguageCode, language } from '#domain/languages.ts';
import type { AnswerDocument } from '../answer-document.ts';
import { readBlocks } from '../markdown/read-blocks.ts';
import { startsRightToLeft } from '../set-apart.ts';
import { toBlocks } from './blocks.ts';
import type { Pictures } from './picture.ts';
import { toRun } from './runs.ts';

export interface DocxOptions {
  /** Language of the answer. */
  readonly language: string;
  readonly pictures: Pictures;
  /** Markdown; gets pages of its own. */
  readonly receipt: string | null;
}

/** Writes an answer as a .docx file. The library is large, so this module is loaded on demand. */
export function writeDocx(
  { title, note, body }: AnswerDocument,
  { language: code, pictures, receipt }: DocxOptions,
): Promise<Blob> {
  const isRightToLeft = isLanguageCode(code) && language(code).direction === 'rtl';
  const head = [
    new Paragraph({
      heading: HeadingLevel.TITLE,
      bidirectional: startsRightToLeft(title),
      children: [toRun(title, {})],
    }),
    new Paragraph({
      bidirectional: isRightToLeft,
      children: [new TextRun({ text: note, color: '6B665C', size: 18 })],
    }),
  ];
  const file = new Document({
    title,
    // Else the library writes “Un-named”.
    creator: '',
    lastModifiedBy: '',
    styles: stylesFor(code),
    sections: [
      { children: [...head, ...toPart('answer', body, { isRightToLeft, pictures })] },
      ...(receipt === null
        ? []
        : [
            {
              properties: { type: SectionType.NEXT_PAGE },
              // Each of its paragraphs decides for itself.
              children: toPart('receipt', receipt, { isRightToLeft: false, pictures: new Map() }),
            },
          ]),
    ],
  });
  return Packer.toBlob(file);
}

function toPart(
  part: string,
  markdown: string,
  more: { readonly isRightToLeft: boolean; readonly pictures: Pictures },
) {
  return toBlocks(readBlocks(markdown, more.isRightToLeft), {
    ...more,
    path: part,
    level: 0,
    isQuoted: false,
    endsList: true,
    shape: {},
  });
}

/** Black on white, with space above headings. Sizes in half points, spacing in twentieths of a point. */
function stylesFor(code: string) {
  // The library's styles have no level, and without one a heading is in no list of contents.
  const heading = (level: number, size: number) => ({
    run: { size, sizeComplexScript: size, bold: true, boldComplexScript: true, color: '000000' },
    paragraph: { spacing: { before: 280, after: 80 }, keepNext: true, outlineLevel: level - 1 },
  });
  return {
    default: {
      document: {
        run: {
          font: 'Calibri',
          size: 22,
          sizeComplexScript: 22,
          language: { value: code, eastAsia: code, bidirectional: code },
        },
        paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
      },
      title: {
        run: { size: 36, sizeComplexScript: 36, bold: true, boldComplexScript: true, color: '000000' },
        paragraph: { spacing: { after: 80 } },
      },
      heading1: heading(1, 30),
      heading2: heading(2, 26),
      heading3: heading(3, 24),
      heading4: heading(4, 22),
      heading5: heading(5, 22),
      heading6: heading(6, 22),
    },
  };
}
