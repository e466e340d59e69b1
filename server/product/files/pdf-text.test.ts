import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type GlyphRun, lettersOf, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { assemble, stream } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 50_000 });

const read = (runs: readonly GlyphRun[]) => work.readPdf(makeGlyphPdf(runs));
const textOf = async (runs: readonly GlyphRun[]): Promise<string> => (await read(runs)).pages.join('\f');

/** A line of text at a place; letters are 6 wide. */
const line = (x: number, y: number, text: string): GlyphRun => ({ x, y, glyphs: lettersOf(text) });
/** A line as it is seen, of text from right to left. */
const reversed = (x: number, y: number, text: string): GlyphRun =>
  line(x, y, Array.from(text).toReversed().join(''));

describe('text that stands for what is drawn', () => {
  it('replaces all glyphs of its sequence, once, in its place', async () => {
    // As Chromium draws "สัญญา": the mark is drawn apart from its letter, and reaches over the next one.
    const actual = { key: 1, text: 'สั' };
    const runs: GlyphRun[] = [
      { x: 60, y: 700, glyphs: ['ส'], actual },
      { x: 67, y: 700, glyphs: ['X'], actual },
      { x: 66, y: 700, glyphs: ['ญ'] },
      { x: 72, y: 700, glyphs: ['ญ'] },
      { x: 78, y: 700, glyphs: ['า'] },
    ];
    expect(await textOf(runs)).toBe('สัญญา');
  });

  it('may have nothing of what the font says', async () => {
    const runs: GlyphRun[] = [
      line(60, 700, 'o'),
      { x: 66, y: 700, glyphs: [null], actual: { key: 1, text: 'ffi' } },
      line(72, 700, 'ce'),
    ];
    expect(await read(runs)).toMatchObject({ pages: ['office'], cut: [], scanned: [] });
  });
});

describe('letters that makers of PDFs name in their own way', () => {
  it('takes a tab and the end of a line for the space that is drawn', async () => {
    const runs: GlyphRun[] = [line(60, 700, 'of\tthe\nfirst')];
    expect(await read(runs)).toMatchObject({ pages: ['of the first'], cut: [] });
  });

  it('takes a radical of Chinese, which looks alike, for the character', async () => {
    expect(await textOf([line(60, 700, '租客每\u2f49\u2f40付')])).toBe('租客每月支付');
  });
});

describe('text from right to left', () => {
  it('is read in its order, with numbers in theirs', async () => {
    const text = 'יש 1,250.50 שקל (היום).';
    // Brackets are drawn in their other shape.
    const seen = '.(םויה) לקש 1,250.50 שי';
    expect(await textOf([line(60, 700, seen)])).toBe(text);
  });

  it('keeps letters that are one glyph in order', async () => {
    const runs: GlyphRun[] = [{ x: 60, y: 700, glyphs: ['ث', 'لا', 'ث'] }];
    expect(await textOf(runs)).toBe('ثلاث');
    const replaced = { key: 1, text: 'لا' };
    expect(
      await textOf([
        { x: 60, y: 700, glyphs: ['ث'] },
        { x: 66, y: 700, glyphs: ['ا'], actual: replaced },
        { x: 72, y: 700, glyphs: ['ث'] },
      ]),
    ).toBe('ثلاث');
  });

  it('keeps letters that are one glyph in order, as Chromium prints them', async () => {
    const file = new URL('../../../tests/fixtures/office/lam-alef-chromium.pdf', import.meta.url);
    expect((await work.readPdf(readFileSync(file))).pages).toEqual(['ثلاثة إلا سلام']);
  });

  it('among words from left to right stays where it stands', async () => {
    const seen = `Paid to ${Array.from('בנק לאומי').toReversed().join('')} on Monday, by the tenant of the house.`;
    expect(await textOf([line(20, 700, seen)])).toBe(
      'Paid to בנק לאומי on Monday, by the tenant of the house.',
    );
  });

  it('has its first column on the right', async () => {
    const column = (x: number, word: string) =>
      [0, 1, 2, 3].map((at) => reversed(x, 700 - at * 15, `${word} שורה ארוכה של טקסט ${at}`));
    const text = await textOf([...column(60, 'שני'), ...column(330, 'ראשון')]);
    expect(text.indexOf('ראשון שורה ארוכה של טקסט 3')).toBeLessThan(text.indexOf('שני שורה ארוכה של טקסט 0'));
    expect(text.startsWith('ראשון שורה ארוכה של טקסט 0')).toBe(true);
  });
});

describe('the order of a page', () => {
  const words = (name: string, at: number): string => `${name} line ${at} has as many words as it can`;
  const rows = [0, 1, 2, 3, 4, 5];
  const inOrder = [...rows.map((at) => words('Left', at)), ...rows.map((at) => words('Right', at))];

  it('is one column after the other, even if they are drawn line by line', async () => {
    const drawn = rows.flatMap((at) => [
      line(40, 700 - at * 15, words('Left', at)),
      line(320, 700 - at * 15, words('Right', at)),
    ]);
    expect((await textOf(drawn)).split('\n')).toEqual(inOrder);
  });

  it('is that of the page, not of the drawing: heading, columns, footer', async () => {
    const drawn = [
      ...rows.map((at) => line(320, 700 - at * 15, words('Right', at))),
      line(280, 40, 'Page 1'),
      ...rows.map((at) => line(40, 700 - at * 15, words('Left', at))),
      line(150, 760, 'A heading that stands over both of the columns'),
    ];
    expect((await textOf(drawn)).split('\n')).toEqual([
      'A heading that stands over both of the columns',
      ...inOrder,
      'Page 1',
    ]);
  });

  it('keeps a table’s rows, whether it is drawn by row or by column', async () => {
    const cells = [
      ['Office', 'First half', 'Second half'],
      ['Fife', '980.00', '1,015.25'],
      ['Effingham', '1,250.00', '1,310.50'],
    ];
    const placed = cells.map((row, y) => row.map((cell, x) => line(60 + x * 150, 700 - y * 18, cell)));
    const byColumn = [0, 1, 2].flatMap((x) => placed.flatMap((row) => row[x] ?? []));
    const expected = cells.map((row) => row.join('\t')).join('\n');
    expect(await textOf(placed.flat())).toBe(expected);
    expect(await textOf(byColumn)).toBe(expected);
  });

  it('keeps a line whose formula is drawn above and below it', async () => {
    const drawn = [
      line(60, 715, 'The interval that was found'),
      line(60, 700, 'has a width of 2/'),
      line(164, 709, '√'),
      line(172, 694, 'n'),
      line(182, 700, 'and is 0.4 minutes'),
      line(60, 685, 'for the whole fleet.'),
    ];
    expect((await textOf(drawn)).split('\n')).toEqual([
      'The interval that was found',
      'has a width of 2/ √ n and is 0.4 minutes',
      'for the whole fleet.',
    ]);
  });

  it('of lines that run upwards in the margin is last', async () => {
    const note: GlyphRun = { x: 30, y: 200, turn: 90, glyphs: lettersOf('Draft of May') };
    const body = [line(60, 700, 'The rent is due each month.'), line(60, 685, 'It is 900 euros.')];
    expect(await textOf([note, ...body])).toBe('The rent is due each month.\nIt is 900 euros.\nDraft of May');
  });

  it('has nothing that is outside the page', async () => {
    expect(
      await textOf([line(60, 700, 'Seen'), line(60, -200, 'Not seen'), line(900, 700, 'Nor this')]),
    ).toBe('Seen');
  });
});

describe('words', () => {
  it('that are divided at a line’s end are whole', async () => {
    const drawn = [
      'The consider-',
      'able rent of a well-',
      'known house, well-known',
      'in the co\u00ad',
      'untry.',
    ];
    expect(await textOf(drawn.map((text, at) => line(60, 700 - at * 15, text)))).toBe(
      'The considerable\nrent of a well-known\nhouse, well-known\nin the country.',
    );
  });

  it('are apart by their places, without a space between them', async () => {
    // A space of 0.25 between words; letters are spread by 0.1.
    expect(await textOf([line(60, 700, 'one'), line(81, 700, 'two'), line(100.2, 700, 's')])).toBe(
      'one twos',
    );
  });

  it('with a glyph whose letter nobody knows are told as incomplete', async () => {
    const known = lettersOf('The page has many letters, and a ');
    const runs: GlyphRun[] = [{ x: 60, y: 700, glyphs: [...known, 'o', null, 'c', 'e'] }];
    expect(await read(runs)).toMatchObject({
      pages: ['The page has many letters, and a o\ufffdce'],
      cut: [],
      garbled: [1],
    });
  });

  it('with too many such glyphs are to be recognised, as a scan is', async () => {
    // As of a page that was printed to PostScript: one in five, and the others are wrong.
    const printed = [...lettersOf('WKHUHQW'), null, null, ...lettersOf('LV')];
    expect(await read([{ x: 60, y: 700, glyphs: printed }])).toMatchObject({ scanned: [1] });
  });

  it('of a font that draws its letters itself are those of their numbers', async () => {
    // As TeX makes fonts of pictures.
    const letters = [...new Set('The rent is 640 euros')].map((letter) => letter.charCodeAt(0));
    const pdf = assemble(
      [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
        stream('BT /F1 12 Tf 60 700 Td (The rent is 640 euros) Tj ET'),
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar 126 /Widths [${Array(95).fill(500).join(' ')}] /CharProcs << ${letters.map((code) => `/a${code} 6 0 R`).join(' ')} >> /Encoding << /Differences [${letters.map((code) => `${code} /a${code}`).join(' ')}] >> >>`,
        stream('500 0 0 0 400 700 d1 0 0 400 700 re f'),
      ],
      '/Root 1 0 R',
    );
    expect(await work.readPdf(pdf)).toMatchObject({
      pages: ['The rent is 640 euros'],
      garbled: [],
      scanned: [],
    });
  });

  it('with a vowel sign before its letter are told as incomplete', async () => {
    // As programs that draw with Cairo name the glyphs of “किराया”: by their places.
    expect(await read([line(60, 700, 'किराया माह')])).toMatchObject({ garbled: [] });
    expect(await read([line(60, 700, 'िकराया माह')])).toMatchObject({ garbled: [1] });
  });

  it('keep a number in its order within a glyph that stands for a line from right to left', async () => {
    expect(await textOf([{ x: 60, y: 700, glyphs: ['הוא 640 אירו'] }])).toBe('הוא 640 אירו');
  });
});

describe('a form', () => {
  const field = (rect: string, more: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [${rect}] ${more} >>`;
  const box = (rect: string, name: string, state: string) =>
    field(rect, `/FT /Btn /T (${name}) /V /${state} /AS /${state} /AP << /N << /Yes 9 0 R /Off 9 0 R >> >>`);
  const fields = [
    field('150 695 300 712', '/FT /Tx /T (name) /V (Anna Becker)'),
    field(
      '420 695 500 712',
      '/FT /Ch /Ff 131072 /T (country) /Opt [[(AT) (Austria)] [(DE) (Germany)]] /V (AT)',
    ),
    box('60 665 72 677', 'pets', 'Yes'),
    box('200 665 212 677', 'smoke', 'Off'),
    field('60 590 400 630', '/FT /Tx /Ff 4096 /T (remarks) /V (Moving in by May.\\nNo furniture.)'),
    field('60 500 200 520', '/FT /Tx /Ff 8192 /T (secret) /V (hunter2)'),
    field('60 470 200 490', '/FT /Tx /T (unseen) /V (Not seen)').replace('/F 4', '/F 2'),
  ];
  const numbers = fields.map((_field, at) => `${at + 10} 0 R`).join(' ');
  const labels = [
    line(60, 700, 'Name:'),
    line(340, 700, 'Country:'),
    line(80, 668, 'I have pets'),
    line(220, 668, 'I smoke'),
    line(60, 640, 'Remarks'),
    line(60, 560, 'Signed by the applicant'),
  ];

  it('has the values of its fields beside their labels, without secrets', async () => {
    const pdf = makeGlyphPdf(labels, {
      objects: fields,
      page: `/Annots [${numbers}]`,
      catalogue: `/AcroForm << /Fields [${numbers}] >>`,
    });
    expect((await work.readPdf(pdf)).pages[0]?.split('\n').map((each) => each.split('\t'))).toEqual([
      ['Name:', 'Anna Becker', 'Country:', 'Austria'],
      ['[x] I have pets', '[ ] I smoke'],
      ['Remarks'],
      ['Moving in by May. No furniture.'],
      ['Signed by the applicant'],
    ]);
  });

  it('has what was written onto it, and comments after the text', async () => {
    const note = (kind: string, more: string) =>
      `<< /Type /Annot /Subtype /${kind} /Rect [150 695 300 712] ${more} >>`;
    const pdf = makeGlyphPdf(labels.slice(0, 1), {
      objects: [
        note('Text', '/Contents (Ask the bank) /T (Ben)'),
        note('FreeText', '/Contents (Anna Becker)'),
        note('Highlight', '/Contents (Is this right?)'),
        note('Text', '/F 2 /Contents (Hidden)'),
        note('Link', '/Contents (A link)'),
      ],
      page: '/Annots [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R]',
    });
    expect((await work.readPdf(pdf)).pages).toEqual([
      'Name:\tAnna Becker\n[Comment by Ben] Ask the bank\n[Comment] Is this right?',
    ]);
  });

  it('names the files within it', async () => {
    const pdf = makeGlyphPdf([line(60, 700, 'See the annex.')], {
      objects: [
        '<< /Type /Filespec /F (annex.txt) /UF (annex.txt) /EF << /F 11 0 R >> >>',
        '<< /Type /EmbeddedFile /Length 5 >>\nstream\nwords\nendstream',
      ],
      catalogue: '/Names << /EmbeddedFiles << /Names [(annex.txt) 10 0 R] >> >>',
    });
    expect(await work.readPdf(pdf)).toMatchObject({ pages: ['See the annex.'], attachments: ['annex.txt'] });
  });
});
