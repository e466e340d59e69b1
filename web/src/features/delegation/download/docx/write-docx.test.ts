import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type DocxOptions, writeDocx } from './write-docx.ts';

const BODY = `## First

Some **bold**, *slanted* and \`code\`, with [a link](https://law.example/a?b=1&c=2), [a bad one](javascript:alert) and ![a picture](https://collector.example/p.png).

3. three
4. four
   - inner

- [x] done

> quoted

\`\`\`
const a = 1;
  b < 2
\`\`\`

| Item | Price |
| --- | ---: |
| Paint<br>white | 31 |

---

### Second\u0007

<script>alert(1)</script>
`;

async function partsOf(
  body: string,
  language: string,
  title = 'Check tyres',
  more: Partial<DocxOptions> = {},
): Promise<Map<string, string>> {
  const document = { title, note: 'Made by a test', body };
  const blob = await writeDocx(document, { language, pictures: new Map(), receipt: null, ...more });
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test("Markdown is converted to the word processor's own structures", async () => {
  const parts = await partsOf(BODY, 'en');
  const text = parts.get('word/document.xml') ?? '';
  expect(text).toContain('<w:pStyle w:val="Title"/>');
  expect(text).toContain('<w:pStyle w:val="Heading1"/>');
  expect(text).toContain('<w:pStyle w:val="Heading2"/>');
  expect(text).toMatch(/<w:b\/>(?:(?!<\/w:r>).)*>bold</);
  expect(text).toMatch(/<w:i\/>(?:(?!<\/w:r>).)*>slanted</);
  expect(text).toMatch(/Courier New(?:(?!<\/w:r>).)*>code</);
  expect(text).toContain('  b &lt; 2');
  expect(text).toContain('☑ ');
  expect(text).toMatch(/<w:tbl>.*<w:tblHeader\/>.*Item.*<w:br\/>.*white.*<w:jc w:val="right"\/>.*31/s);
  expect(parts.get('word/numbering.xml')).toMatch(/<w:start w:val="3"\/>/);
});

test('links keep their targets, and nothing is loaded, run or broken', async () => {
  const parts = await partsOf(BODY, 'en');
  const targets = [...(parts.get('word/_rels/document.xml.rels') ?? '').matchAll(/Target="(\w+:[^"]+)"/g)];
  expect(targets.map(([, target]) => target).filter((target) => !target?.includes('openxml'))).toEqual([
    'https://law.example/a?b=1&amp;c=2',
    'https://collector.example/p.png',
  ]);
  const text = parts.get('word/document.xml') ?? '';
  expect(text).toContain('a bad one');
  expect(text).toContain('Image, not loaded: a picture');
  for (const absent of ['script', '<w:drawing', '\u0007']) expect(text).not.toContain(absent);
});

test("a picture in a link becomes the link's text, since nested links are invalid", async () => {
  const body =
    '[**![Map](https://a.example/p.png)** here](https://b.example/)\n\n[![Plan][p]][b]\n\n[p]: https://a.example/q.png\n[b]: https://b.example/';
  const parts = await partsOf(body, 'en');
  const text = parts.get('word/document.xml') ?? '';
  for (const name of ['Map', 'Plan']) {
    expect(text).toMatch(new RegExp(`<w:hyperlink (?:(?!</?w:hyperlink).)*Image, not loaded: ${name}<`, 's'));
  }
  expect(text).not.toMatch(/externalHyperlink|<w:hyperlink (?:(?!<\/w:hyperlink).)*<w:hyperlink/s);
  expect(parts.get('word/_rels/document.xml.rels')).not.toContain('a.example');
});

test('right-to-left text is marked as such, per paragraph; code is not', async () => {
  const text = (await partsOf('مرحبا **بالعالم** 12 km\n\n- بند\n\n```\na = 1\n```', 'ar', 'إطارات')).get(
    'word/document.xml',
  );
  // Title, note, paragraph and item.
  expect(text?.match(/<w:bidi\/>/g)).toHaveLength(4);
  expect(text).toMatch(/<w:rtl\/>(?:(?!<\/w:r>).)*>بالعالم</);
  const english = (await partsOf('Latin\n\nمرحبا', 'en')).get('word/document.xml');
  expect(english?.match(/<w:bidi\/>/g)).toHaveLength(1);
});

test('what is quoted in a right-to-left answer has its own direction', async () => {
  const body = '> The price is 310 euros.\n\nالسعر 310 يورو.\n\n> السعر 310 يورو.';
  const texts = [
    ...((await partsOf(body, 'ar')).get('word/document.xml') ?? '').matchAll(/<w:t [^>]*>([^<]*)</g),
  ];
  expect(texts.map(([, text]) => text).slice(-5)).toEqual([
    '\u2068',
    'The price is 310 euros.',
    '\u2069',
    'السعر 310 يورو.',
    'السعر 310 يورو.',
  ]);
  expect((await partsOf(body, 'en')).get('word/document.xml')).not.toContain('\u2068');
});

test('a name in a cell of a right-to-left table has its own direction, and a number needs none', async () => {
  const table = '| الاسم | السعر |\n| --- | --- |\n| Büro (Ltd.) | 310 |\n| السوق (1) | x |';
  const xml = (await partsOf(table, 'ar')).get('word/document.xml') ?? '';
  const cells = xml.split('<w:tc>').slice(1);
  const texts = cells.map((cell) =>
    [...cell.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, text]) => text).join(''),
  );
  expect(texts).toEqual(['الاسم', 'السعر', '\u2068Büro (Ltd.)\u2069', '310', 'السوق (1)', '\u2068x\u2069']);
});

test('a table begins at the right if its words do, whatever the language of the answer', async () => {
  const hebrew = '| חודש | סכום |\n| --- | ---: |\n| ינואר | 1,200 |';
  const latin = '| Month | Sum |\n| --- | ---: |\n| January | 1,200 |';
  const parts = await partsOf(`${hebrew}\n\n${latin}`, 'en');
  const [first = '', second = ''] = (parts.get('word/document.xml') ?? '').split('<w:tbl>').slice(1);
  expect(first).toContain('<w:bidiVisual/>');
  // Numbers, too: they are aligned like their heading.
  expect(first.split('</w:tbl>')[0]?.match(/<w:bidi\/>/g)).toHaveLength(4);
  expect(second).not.toMatch(/<w:bidi(?:Visual)?\/>/);
});

test('content of an item is indented by its depth, and so is a nested list', async () => {
  const parts = await partsOf('1. one\n   - inner\n\n   > quoted\n\n> Latin\n>\n> مرحبا', 'en');
  const text = parts.get('word/document.xml') ?? '';
  const of = (words: string) =>
    new RegExp(`<w:p>(?:(?!</w:p>).)*${words}`, 's').exec(text)?.[0].split('<w:p>').at(-1) ?? '';
  // A paragraph's own indent would override its list's.
  expect(of('inner')).not.toContain('<w:ind');
  expect(of('inner')).toContain('<w:ilvl w:val="1"/>');
  expect(of('quoted')).toContain('<w:ind w:start="850"/>');
  expect(of('Latin')).toContain('<w:left ');
  expect(of('مرحبا')).toContain('<w:right ');
});

test('column widths follow their content', async () => {
  const long = 'a remark of many words that has to be wrapped in any case';
  const text =
    (await partsOf(`| n | note |\n| --- | --- |\n| 1 | ${long} |`, 'en')).get('word/document.xml') ?? '';
  const [first = 0, second = 0] = [...text.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) =>
    Number(width),
  );
  expect(second).toBeGreaterThan(first * 3);
  expect(first + second).toBeCloseTo(9026, -1);
});

const CHART = {
  png: new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
  width: 720,
  height: 360,
  title: 'Costs',
  alternative: 'Bar chart. Rent: 30',
};

test('a chart stands above its table, within the margins and in words', async () => {
  const body = '**Costs** (€)\n\n[figure 1]\n\n| a | b |\n| --- | ---: |\n| Rent | 30 |\n\n[figure 2]';
  const parts = await partsOf(body, 'en', 'Costs', { pictures: new Map([[1, CHART]]) });
  const text = parts.get('word/document.xml') ?? '';
  expect(text).toMatch(/<w:keepNext\/>(?:(?!<\/w:p>).)*>Costs<.*<w:drawing>.*<w:tbl>/s);
  expect(text).toContain('descr="Bar chart. Rent: 30"');
  const [, width = 0, height = 0] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(text)?.map(Number) ?? [];
  expect(width / height).toBe(2);
  // In English metric units, of which a twip has 635.
  expect(width / 635).toBeLessThanOrEqual(9026);
  expect(text, 'a figure without a chart stays as it was written').toContain('[figure 2]');
});

test('a receipt is on a page of its own, and its lists begin anew', async () => {
  const parts = await partsOf('1. one\n2. two', 'en', 'Costs', { receipt: '1. Read\n2. Written' });
  const text = parts.get('word/document.xml') ?? '';
  expect(text).toMatch(/>two<.*>Read<.*<w:sectPr><w:type w:val="nextPage"\/>/s);
  expect(text.match(/<w:sectPr>/g)).toHaveLength(2);
  const [one, two, read] = [...text.matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id);
  expect([one === two, one === read]).toEqual([true, false]);
});

test('headings have their level, and nobody is named as who changed the file', async () => {
  const parts = await partsOf(BODY, 'ja');
  const levelOf = (style: string) =>
    new RegExp(`styleId="${style}"(?:(?!</w:style>).)*<w:outlineLvl w:val="(\\d)"`, 's').exec(
      parts.get('word/styles.xml') ?? '',
    )?.[1];
  expect(['Heading1', 'Heading2', 'Heading6', 'Title'].map(levelOf)).toEqual(['0', '1', '5', undefined]);
  expect(parts.get('docProps/core.xml')).not.toContain('Un-named');
  // Han letters differ by country.
  expect(parts.get('word/styles.xml')).toContain('w:eastAsia="ja"');
});

test('a box to tick is a mark itself, unless its list has numbers, or items without a box', async () => {
  const paragraphs = async (body: string) =>
    ((await partsOf(body, 'en')).get('word/document.xml') ?? '').split('<w:p>').slice(3);
  for (const item of await paragraphs('- [x] one\n  - [ ] two')) {
    expect(item).toMatch(/[☐☑] /u);
    expect(item).not.toContain('<w:numPr>');
    expect(item).toContain('w:hanging="270"');
  }
  for (const body of ['- [x] one\n- two', '1. [x] one\n2. [ ] two'])
    for (const item of await paragraphs(body)) expect(item).toContain('<w:numPr>');
});

test('a table in an item is indented like its text', async () => {
  const text = (await partsOf('- one\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |', 'en')).get(
    'word/document.xml',
  );
  expect(text).toMatch(/<w:tblW w:type="dxa" w:w="8601"\/>/);
  expect(text).toMatch(/<w:tblInd w:type="dxa" w:w="425"\/>/);
});

test('a sign stays on the left of its number in right-to-left text, and code is as it was', async () => {
  const body = 'أقل بنسبة -5.5 % و 3-4 و `-1`\n\n| البند | السعر |\n| --- | ---: |\n| 2026-11-20 | −450 |';
  const texts = [
    ...((await partsOf(body, 'ar')).get('word/document.xml') ?? '').matchAll(/<w:t [^>]*>([^<]*)</g),
  ];
  const words = texts.map(([, text]) => text);
  expect(words).toEqual(
    expect.arrayContaining(['أقل بنسبة \u200e-5.5 % و 3-4 و ', '-1', '2026-11-20', '\u200e−450']),
  );
  expect((await partsOf('Less by -5.5 %', 'en')).get('word/document.xml')).not.toContain('\u200e');
});
