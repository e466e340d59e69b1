import { type Archive, demandPart, openArchive, UnreadableError } from '../archive/open-archive.ts';
import { type Attributes, attributeOf, readXml } from '../archive/read-xml.ts';
import { relationsOf } from '../archive/relations.ts';
import { addText } from '../styled-text.ts';
import { ContentControls, FormFields } from './form-fields.ts';
import { MathText } from './math-text.ts';
import { readCharts } from './read-charts.ts';
import { readChunks } from './read-chunks.ts';
import { readDiagrams } from './read-diagrams.ts';
import { SectionText } from './section-text.ts';

/** Documents within documents. */
const DEPTH_MAX = 3;

/**
 * Sections of a Word document (ECMA-376 part 1, chapter 17): paragraphs, headings, lists and tables, then its footnotes.
 * Insertions that aren't accepted yet count, deletions, hidden text, comments, headers and footers don't. Rejects with
 * UnreadableError.
 */
export async function readDocx(archive: Archive, depth = 0): Promise<string[]> {
  if (depth > DEPTH_MAX) throw new UnreadableError('too_big', 'it has too many documents within documents');
  const main = (await relationsOf(archive)).find(({ type }) => type === 'officeDocument')?.part ?? '';
  demandPart(archive, main);
  const relations = await relationsOf(archive, main);
  const partOf = (type: string): string => relations.find((each) => each.type === type)?.part ?? '';
  const text = new SectionText();
  const levels = await headingLevels(archive, partOf('styles'));
  const within = async (bytes: Buffer): Promise<string[]> => readDocx(await openArchive(bytes), depth + 1);
  const chunks = new Map([
    ...(await readChunks(archive, { relations, readDocx: within })),
    ...(await readDiagrams(archive, relations)),
    ...(await readCharts(archive, relations)),
  ]);
  await addStory(archive, main, { text, levels, chunks });
  for (const type of ['footnotes', 'endnotes']) {
    const part = partOf(type);
    // With relations of their own.
    if (archive.has(part)) await addStory(archive, part, { text, levels, chunks: new Map() });
  }
  return text.end();
}

/** Levels of the styles that are headings. */
async function headingLevels(archive: Archive, part: string): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let style = '';
  await readXml(archive, part, {
    open(name, attributes) {
      const value = valueOf(attributes);
      if (name === 'style') style = attributeOf(attributes, 'styleId') ?? '';
      // Its name is the same in all languages of Word, its id isn't.
      else if (name === 'name') {
        const level = /^heading ([1-9])$/i.exec(value)?.[1];
        if (level !== undefined) levels.set(style, Number(level));
        else if (/^title$/i.test(value)) levels.set(style, 1);
      } else if (name === 'outlineLvl' && style !== '') levels.set(style, Number(value) + 1);
    },
    close(name) {
      if (name === 'style') style = '';
    },
  });
  return levels;
}

const valueOf = (attributes: Attributes): string => attributeOf(attributes, 'val') ?? '';

const isOn = (attributes: Attributes): boolean => !/^(?:0|false|off)$/.test(valueOf(attributes));

/** A sign of a font: most have numbers that only this font knows, and are shown as missing. */
function symbolOf(attributes: Attributes): string {
  const code = Number.parseInt(attributeOf(attributes, 'char') ?? '', 16);
  return code > 0x20 && code < 0xd800 ? String.fromCharCode(code) : '\ufffd';
}

/** Elements whose text isn't part of the document as it stands: moved away, or said twice for older programs. */
const ASIDE: ReadonlySet<string> = new Set(['moveFrom', 'Fallback', 'del', 'rPrChange', 'pPrChange']);

interface Story {
  readonly text: SectionText;
  readonly levels: ReadonlyMap<string, number>;
  /** Lines of the files and diagrams within it, by the ids of their relations. */
  readonly chunks: ReadonlyMap<string, readonly string[]>;
}

async function addStory(archive: Archive, part: string, { text, levels, chunks }: Story): Promise<void> {
  let aside = 0;
  /** Open paragraphs, the innermost last: a text box stands within one. */
  const open: { line: string; level: number; isItem: boolean }[] = [];
  let isText = false;
  let isVanished = false;
  let isRaised = false;
  let isStruck = false;
  const fields = new FormFields();
  const controls = new ContentControls();
  /** The formula that is open. */
  let math: MathText | null = null;
  /** Rows of the tables that are open, the innermost last; a table within a cell is text of that cell. */
  const rows: string[][] = [];
  await readXml(archive, part, {
    open(name, attributes) {
      if (aside > 0 || ASIDE.has(name)) {
        aside += 1;
        return;
      }
      if (math !== null) {
        math.open(name, attributes);
        return;
      }
      const paragraph = open.at(-1) ?? { line: '', level: 0, isItem: false };
      fields.open(name, attributes);
      controls.open(name, attributes);
      switch (name) {
        case 'p':
          open.push({ line: '', level: 0, isItem: false });
          return;
        case 'pStyle':
          paragraph.level = levels.get(valueOf(attributes)) ?? 0;
          return;
        case 'outlineLvl':
          paragraph.level = Number(valueOf(attributes)) + 1;
          return;
        case 'numPr':
          paragraph.isItem = true;
          return;
        case 'r':
          isVanished = false;
          isRaised = false;
          isStruck = false;
          return;
        case 'oMath':
          math = new MathText();
          return;
        case 'vertAlign':
          isRaised = valueOf(attributes) === 'superscript';
          return;
        case 'strike':
        case 'dstrike':
          isStruck = isOn(attributes);
          return;
        case 'vanish':
          isVanished = isOn(attributes);
          return;
        case 't':
          isText = !isVanished;
          return;
        case 'tab':
        case 'br':
        case 'cr':
          paragraph.line += ' ';
          return;
        case 'noBreakHyphen':
          paragraph.line += '-';
          return;
        case 'sym':
          if (!isVanished) paragraph.line += controls.shown(symbolOf(attributes));
          return;
        case 'altChunk':
        case 'chart':
          for (const line of chunks.get(attributeOf(attributes, 'id') ?? '') ?? []) text.line(line);
          return;
        case 'relIds':
          for (const line of chunks.get(attributeOf(attributes, 'dm') ?? '') ?? []) text.line(line);
          return;
        case 'tr':
          rows.push([]);
          return;
        case 'tc':
          rows.at(-1)?.push('');
      }
    },
    text(more) {
      const paragraph = open.at(-1);
      if (aside > 0 || !paragraph) return;
      if (math !== null) math.add(more);
      else if (isText) paragraph.line = addText(paragraph.line, controls.shown(more), { isRaised, isStruck });
    },
    close(name) {
      if (aside > 0) {
        aside -= 1;
        return;
      }
      const shown = fields.close(name);
      const field = shown === '' ? undefined : open.at(-1);
      if (field) field.line += shown;
      controls.close(name);
      if (math !== null) {
        if (name !== 'oMath') math.close();
        else {
          const paragraph = open.at(-1);
          if (paragraph) paragraph.line += math.end();
          math = null;
        }
      } else if (name === 't') isText = false;
      else if (name === 'p') {
        const { line = '', level = 0, isItem = false } = open.pop() ?? {};
        const row = rows.at(-1);
        if (row !== undefined) row.push(`${row.pop() ?? ''} ${line}`);
        else if (level > 0 && level < 10) text.heading(level, line);
        else if (line.trim() !== '') text.line(isItem ? `- ${line}` : line);
      } else if (name === 'tr') {
        const row = rows.pop() ?? [];
        const outer = rows.at(-1);
        if (outer === undefined) text.row(row);
        else outer.push(`${outer.pop() ?? ''} ${row.join(' ')}`);
      }
    },
  });
}
