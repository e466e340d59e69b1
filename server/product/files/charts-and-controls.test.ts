import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeArchive } from '#tests/fixtures/make-xlsx.ts';
import { readDocument } from './child/documents/read-document.ts';

const relations = (...list: readonly [id: string, type: string, target: string][]): string =>
  `<r>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join('')}</r>`;

const points = (list: readonly (string | null)[]): string =>
  `<c:ptCount val="${list.length}"/>${list.map((v, at) => (v === null ? '' : `<c:pt idx="${at}"><c:v>${v}</c:v></c:pt>`)).join('')}`;
const series = (name: string, categories: string, values: string): string =>
  `<c:ser><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>most</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls>${categories}<c:val><c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache>${values}</c:numCache></c:numRef></c:val></c:ser>`;
const days = `<c:cat><c:strRef><c:strCache>${points(['Saturday', 'Sunday'])}</c:strCache></c:strRef></c:cat>`;
const title = (text: string): string =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const chart = (body: string): string => `<c:chartSpace><c:chart>${body}</c:chart></c:chartSpace>`;

/** As Word and PowerPoint save a chart of columns: each text and value twice, in the workbook within and as it was last. */
const COLUMNS = chart(
  `${title('Visitors of the market')}<c:plotArea><c:barChart>${series('2025', days, `<c:formatCode>General</c:formatCode>${points(['5200', null])}`)}${series('2026', days, `<c:formatCode>0%</c:formatCode>${points(['0.5', '0.25'])}`)}</c:barChart><c:valAx>${title('People')}</c:valAx></c:plotArea>`,
);
const READ = 'Chart: Visitors of the market; People\n| 2025 | 2026\nSaturday | 5200 | 50%\nSunday | | 25%';

async function readWord(body: string, part = COLUMNS, type = 'chart'): Promise<string> {
  const bytes = makeArchive({
    '_rels/.rels': relations(['r', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(['c1', type, 'charts/chart1.xml']),
    'word/charts/chart1.xml': part,
  });
  return (await readDocument({ kind: 'docx', bytes })).parts.join('\n');
}
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const placed =
  '<w:p><w:r><w:t>Before</w:t></w:r></w:p><w:p><w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r></w:p><w:p><w:r><w:t>After</w:t></w:r></w:p>';

describe('a chart', () => {
  it('is read as a table of what was saved with it, in its place in a Word document', async () => {
    expect(await readWord(placed)).toBe(`Before\n${READ}\nAfter`);
  });

  it('is read on its slide', async () => {
    const bytes = makeArchive({
      '_rels/.rels': relations(['r', 'officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': '<p:presentation><p:sldId r:id="s1"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(['s1', 'slide', 'slides/slide1.xml']),
      'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Stalls</a:t></a:r></a:p><c:chart r:id="c1"/></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels': relations(['c1', 'chart', '../charts/chart1.xml']),
      'ppt/charts/chart1.xml': COLUMNS,
    });
    expect((await readDocument({ kind: 'pptx', bytes })).parts).toEqual([`Stalls\n${READ}`]);
  });

  it('has its categories in groups, dates as dates, and the points of a scatter by their numbers', async () => {
    const levels = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['H1', 'H2'])}</c:lvl><c:lvl>${points(['2026'])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
    expect(await readWord(placed, chart(series('Sold', levels, points(['3', '4']))))).toContain(
      'Chart:\n| Sold\n2026 H1 | 3\nH2 | 4\n',
    );
    const dates = `<c:cat><c:numRef><c:numCache><c:formatCode>m/d/yyyy</c:formatCode>${points(['46000'])}</c:numCache></c:numRef></c:cat>`;
    expect(await readWord(placed, chart(series('Sold', dates, points(['3']))))).toContain('2025-12-09 | 3');
    const scatter = `<c:ser><c:xVal><c:numRef><c:numCache>${points(['1.5'])}</c:numCache></c:numRef></c:xVal><c:yVal><c:numRef><c:numCache>${points(['9'])}</c:numCache></c:numRef></c:yVal></c:ser>`;
    expect(await readWord(placed, chart(scatter))).toContain('1.5 | 9');
  });

  it.each([
    [
      'odt',
      'Before\nChart: Visitors of the market; People\n| 2025 | 2026\nSaturday | 5200 | 0.5\nSunday | | 0.25\nAfter',
    ],
    ['odp', 'Chart: Visitors of the market\n| 2025 | 2026\nSaturday | 5200 | 0.5\nSunday | 4100 | 0.25'],
  ] as const)('is read in what LibreOffice saves (.%s)', async (kind, read) => {
    const bytes = readFileSync(
      new URL(`../../../tests/fixtures/office/chart-libreoffice.${kind}`, import.meta.url),
    );
    expect((await readDocument({ kind, bytes })).parts.join('\n')).toContain(read);
  });

  it('of an OpenDocument text is told if it is not read to its end', async () => {
    const office = 'xmlns:office="o" xmlns:table="t" xmlns:text="x"';
    const row =
      '<table:table-row><table:table-cell table:number-columns-repeated="99999999"><text:p>1</text:p></table:table-cell></table:table-row>';
    const bytes = makeArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml':
        '<m:manifest xmlns:m="m"><m:file-entry m:full-path="Chart 1/" m:media-type="application/vnd.oasis.opendocument.chart"/></m:manifest>',
      'content.xml': `<office:document-content ${office} xmlns:draw="d" xmlns:xlink="l"><office:body><office:text><text:p>A<draw:frame><draw:object xlink:href="./Chart 1"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
      'Chart 1/content.xml': `<office:document-content ${office}>${row.repeat(500)}</office:document-content>`,
    });
    const text = (await readDocument({ kind: 'odt', bytes })).parts.join('\n');
    expect(text).toMatch(/1 \| 1\n\(Not read: what the chart has beyond its first 200 points\)\nA$/);
    expect(text.length).toBeLessThan(100_000);
  });

  it('is told if it is not read, or not to its end', async () => {
    expect(await readWord(placed, '<cx:chartSpace/>', 'chartEx')).toBe(
      'Before\n(Not read: a chart, chart1.xml)\nAfter',
    );
    const long = chart(series('Sold', '', points(Array.from({ length: 5_000 }, (_value, at) => String(at)))));
    const text = await readWord(placed, long);
    expect(text).toContain('200 | 199\n(Not read: what the chart has beyond its first 200 points)\nAfter');
  });
});

describe('what is chosen in a form of Word', () => {
  const control = (properties: string, content: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

  it('is read from lists, days and boxes, and what was not is told from what was', async () => {
    const list = '<w:dropDownList><w:listItem w:displayText="Oslo" w:value="1"/></w:dropDownList>';
    const box = (state: string): string =>
      control(
        `<w14:checkbox><w14:checked w14:val="${state}"/></w14:checkbox>`,
        '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
      );
    const line = `${run('Town ')}${control(list, run('Oslo'))}${run(', from ')}${control('<w:date/>', run('1 May 2027'))}${run(', ')}${control(`${list}<w:showingPlcHdr/>`, run('Choose an item.'))} ${box('1')}${run(' pets ')}${box('0')}${run(' smoke')}`;
    expect(await readWord(`<w:p>${line}</w:p>`)).toBe(
      'Town Oslo, from 1 May 2027, [Choose an item.][x] pets [ ] smoke',
    );
  });

  it('is read from the lists of older forms, which have it in their own data', async () => {
    const field = (more: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${more}<w:listEntry w:val="Oslo"/><w:listEntry w:val="Turku"/></w:ddList></w:ffData></w:fldChar></w:r>`;
    const lists = ['<w:result w:val="1"/><w:default w:val="0"/>', '<w:default w:val="1"/>', ''].map(field);
    expect(await readWord(`<w:p>${lists.join(run(', '))}</w:p>`)).toBe('Turku, Turku, Oslo');
  });
});
