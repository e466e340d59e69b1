import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeDocx } from './write-docx.ts';

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

async function partsOf(body: string, language: string, title = 'Check tyres'): Promise<Map<string, string>> {
  const blob = await writeDocx({ title, note: 'Made by a test', body }, language);
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
