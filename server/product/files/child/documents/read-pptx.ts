import { type Archive, demandPart } from '../archive/open-archive.ts';
import { attributeOf, readXml } from '../archive/read-xml.ts';
import { type Relation, relationOf, relationsOf } from '../archive/relations.ts';
import { addText } from '../styled-text.ts';
import { MathText } from './math-text.ts';
import { readCharts } from './read-charts.ts';
import { readDiagrams } from './read-diagrams.ts';
import { SectionText } from './section-text.ts';

/**
 * Text of each slide of a presentation (ECMA-376 part 1, chapter 19), in the order of the show, with its tables and the
 * speaker's notes. A slide without text is empty. Rejects with UnreadableError.
 */
export async function readPptx(archive: Archive): Promise<string[]> {
  const main = (await relationsOf(archive)).find(({ type }) => type === 'officeDocument')?.part ?? '';
  demandPart(archive, main);
  const relations = await relationsOf(archive, main);
  const inOrder: Relation[] = [];
  await readXml(archive, main, {
    open(name, attributes) {
      // The lists of a show's sections name its slides again, without a relation.
      const slide = name === 'sldId' ? relationOf(archive, relations, attributes) : null;
      if (slide !== null) inOrder.push(slide);
    },
  });
  const slides: string[] = [];
  for (const slide of inOrder) {
    const text = new SectionText();
    await addShapes(archive, slide.part, { text });
    const ownRelations = await relationsOf(archive, slide.part);
    for (const read of [readDiagrams, readCharts])
      for (const lines of (await read(archive, ownRelations)).values())
        for (const line of lines) text.line(line);
    const notes = ownRelations.find(({ type }) => type === 'notesSlide');
    if (notes !== undefined) await addShapes(archive, notes.part, { text, prefix: 'Notes: ' });
    slides.push(text.end().join('\n'));
  }
  return slides;
}

/** Placeholders of a page number, a date, a footer, or the picture of the slide on its notes. */
const ASIDE = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;

async function addShapes(
  archive: Archive,
  part: string,
  { text, prefix = '' }: { readonly text: SectionText; readonly prefix?: string },
): Promise<void> {
  let line = '';
  let isText = false;
  let isRaised = false;
  let isStruck = false;
  let math: MathText | null = null;
  let place = '';
  let row: string[] | null = null;
  let aside = 0;
  await readXml(archive, part, {
    open(name, attributes) {
      if (aside > 0 || name === 'Fallback') aside += 1;
      else if (math !== null) math.open(name, attributes);
      else if (name === 'oMath') math = new MathText();
      else if (name === 'r' || name === 'fld') {
        isRaised = false;
        isStruck = false;
      } else if (name === 'rPr') {
        isRaised = /^[1-9]/.test(attributes['baseline'] ?? '');
        isStruck = /^(?:sngStrike|dblStrike)$/.test(attributes['strike'] ?? '');
      } else if (name === 'sp') place = '';
      else if (name === 'ph') place = attributeOf(attributes, 'type') ?? 'body';
      else if (name === 't') isText = true;
      else if (name === 'br') line += ' ';
      else if (name === 'tr') row = [];
      else if (name === 'tc') row?.push('');
    },
    text(more) {
      if (aside > 0) return;
      if (math !== null) math.add(more);
      else if (isText) line = addText(line, more, { isRaised, isStruck });
    },
    close(name) {
      if (aside > 0) aside -= 1;
      else if (math !== null) {
        if (name !== 'oMath') math.close();
        else {
          line += math.end();
          math = null;
        }
      } else if (name === 't') isText = false;
      else if (name === 'p') {
        if (row !== null) row.push(`${row.pop() ?? ''} ${line}`);
        else if (/title/i.test(place)) text.heading(1, line);
        else if (!ASIDE.test(place) && line.trim() !== '') text.line(prefix + line);
        line = '';
      } else if (name === 'tr' && row !== null) {
        text.row(row);
        row = null;
      }
    },
  });
}
