import { beforeAll, describe, expect, it } from 'vitest';
import { storedResult } from '#tests/fixtures/stored-result.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { folderWith, isInstalled, run } from '#web/features/delegation/download/testing/programs.ts';
import {
  RICH,
  RICH_CELLS,
  RICH_EVIDENCE,
  RICH_HEADINGS,
  RICH_LINKS,
  RICH_SENTENCES,
  RICH_TITLE,
} from '#web/features/delegation/download/testing/rich-answer.ts';

const work = createTestFileWork({ limit: 50_000 });

async function pdfOf(content: string, title: string, evidence: object | null = null): Promise<Buffer> {
  const { bytes } = await work.writeResult(storedResult(content, { title, more: { evidence } }));
  return bytes;
}

/** What a program prints about a PDF. */
async function tell(pdf: Uint8Array, program: string, ...args: string[]): Promise<string> {
  using folder = folderWith({ 'a.pdf': pdf });
  return await run(program, ...args.map((arg) => (arg === 'a.pdf' ? folder.at(arg) : arg)));
}

/** Without spaces and what sets directions apart; ligatures and the like as letters. */
const flat = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** Poppler turns round the letters of this ligature, in PDFs by LibreOffice, too. */
const turned = (text: string): string => text.replace(/ل([اأإآ])/g, '$1ل');

describe.skipIf(!isInstalled('pdftotext', '-v'))('the PDF of a result, opened with poppler', () => {
  let pdf: Uint8Array = Buffer.from('');
  beforeAll(async () => {
    pdf = await pdfOf(RICH, RICH_TITLE, RICH_EVIDENCE);
  });

  it('has every sentence', async () => {
    const text = flat(await tell(pdf, 'pdftotext', 'a.pdf', '-'));
    expect(RICH_SENTENCES.filter((sentence) => !text.includes(turned(flat(sentence))))).toEqual([]);
  });

  it('has its title, pages and tags, and no program', async () => {
    const facts = await tell(pdf, 'pdfinfo', 'a.pdf');
    const fact = (name: string) => new RegExp(`^${name}: +(.*)$`, 'm').exec(facts)?.[1];
    expect(fact('Title')).toBe(RICH_TITLE);
    expect(fact('Pages')).toBe('3');
    expect(fact('Tagged')).toBe('yes');
    expect(fact('JavaScript')).toBe('no');
    expect(fact('Page size')).toMatch(/A4/);
  });

  it('has links that lead where they did', async () => {
    const links = (await tell(pdf, 'pdfinfo', '-url', 'a.pdf')).match(/https?:\S+/g) ?? [];
    expect(new Set(links)).toEqual(new Set(RICH_LINKS));
  });

  it('has bookmarks to its headings and its receipt', async () => {
    const xml = await tell(pdf, 'pdftohtml', '-xml', '-i', '-stdout', 'a.pdf');
    const items = [
      ...(/<outline>.*<\/outline>/s.exec(xml)?.[0] ?? '').matchAll(/<item [^>]*>(.*?)<\/item>/g),
    ];
    const names = items.map(([, name]) => name);
    expect(names.slice(0, RICH_HEADINGS.length)).toEqual(RICH_HEADINGS.map(([, name]) => name));
    expect(names[RICH_HEADINGS.length]).toBe('Receipt');
  });

  it('tells readers of screens its headings, paragraphs, items and cells', async () => {
    const tree = await tell(pdf, 'pdfinfo', '-struct-text', 'a.pdf');
    const paragraph = / P \(block\)\n +"([^"]*)"/g;
    const paragraphs = [...tree.matchAll(paragraph)].map(([, text]) => text);
    expect(paragraphs).toEqual(
      expect.arrayContaining(['Call the office', 'Ask for Ms Müller', 'Vans above 3.5 t need a permit.']),
    );
    for (const [level, name] of RICH_HEADINGS) expect(tree).toContain(` H${level} "${name}"`);
    const cells = [...tree.matchAll(/ T[DH]\b[^\n]*:\n((?: {8,}(?!T[DHR]\b)[^\n]*\n)+)/g)].map(
      ([, words = '']) => [...words.matchAll(/"([^\n]*)"/g)].map(([, part]) => part).join(''),
    );
    for (const row of RICH_CELLS) expect(cells).toEqual(expect.arrayContaining(row));
  });

  it('keeps dates, amounts and signed numbers in one line, also in a table of many pages', async () => {
    const row =
      '| A long name of a thing that has to be wrapped | 2026-11-20 | -1,000,000.00 | A remark that has no end, and so has to be wrapped, too |\n';
    const content = `| Item | Day | Price | Remark |\n| --- | --- | ---: | --- |\n${row.repeat(230)}`;
    const text = await tell(await pdfOf(content, 'Long'), 'pdftotext', '-layout', 'a.pdf', '-');
    for (const whole of ['2026-11-20', '-1,000,000.00']) expect(text.split(whole), whole).toHaveLength(231);
  });
});

describe.skipIf(!isInstalled('pdftoppm', '-v'))('a page of a result, painted by poppler', () => {
  /** Dark pixels of a part of its first page, in pixels of 200 to an inch. */
  async function inkIn(pdf: Uint8Array, [x, y, width, height]: readonly [number, number, number, number]) {
    using folder = folderWith({ 'a.pdf': pdf });
    const part = ['-x', x, '-y', y, '-W', width, '-H', height].map(String);
    await run('pdftoppm', '-singlefile', '-gray', '-r', '200', ...part, folder.at('a.pdf'), folder.at('a'));
    return folder
      .read('a.pgm')
      .subarray(-width * height)
      .filter((pixel) => pixel < 200).length;
  }

  it('has all of the letters of its title in its footer', async () => {
    const footer = [160, 2180, 1000, 80] as const;
    const [plain, marked] = [await pdfOf('Text.', 'UUUUUUUU'), await pdfOf('Text.', 'ÜÜÜÜÜÜÜÜ')];
    expect(await inkIn(marked, footer)).toBeGreaterThan((await inkIn(plain, footer)) + 8 * 8);
  });

  it('leaves its margins empty', async () => {
    const long = 'unbroken'.repeat(60);
    const pdf = await pdfOf(
      `${RICH}\n\n${long}\n\n| ${long} | 1 |\n| --- | --- |\n| a | ${long} |`,
      RICH_TITLE,
      RICH_EVIDENCE,
    );
    for (const x of [0, 1654 - 120]) expect(await inkIn(pdf, [x, 0, 120, 2339])).toBe(0);
  });
});
