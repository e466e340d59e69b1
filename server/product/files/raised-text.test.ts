import { describe, expect, it } from 'vitest';
import { lettersOf, makeGlyphPdf } from '#tests/fixtures/make-glyph-pdf.ts';
import { makeArchive, makeXlsx } from '#tests/fixtures/make-xlsx.ts';
import { readDocument } from './child/documents/read-document.ts';
import { readPdf } from './child/read-pdf.ts';
import { profileTables } from './child/tables/work-on-tables.ts';

const archive = (parts: Readonly<Record<string, string>>): Buffer => makeArchive(parts);

const ofWord = (body: string): Buffer =>
  archive({
    '_rels/.rels': '<r><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></r>',
    'word/document.xml': `<w:document><w:body><w:p>${body}</w:p></w:body></w:document>`,
  });

const ofSlides = (body: string): Buffer =>
  archive({
    '_rels/.rels': '<r><Relationship Id="r" Type="x/officeDocument" Target="ppt/presentation.xml"/></r>',
    'ppt/presentation.xml': '<p:presentation><p:sldId r:id="s1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<r><Relationship Id="s1" Type="x/slide" Target="slides/slide1.xml"/></r>',
    'ppt/slides/slide1.xml': `<p:sld><p:sp><a:p>${body}</a:p></p:sp></p:sld>`,
  });

const HALF = '<mfrac><mn>1</mn><mn>2</mn></mfrac>';

const ofWriter = (body: string): Buffer =>
  archive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<m><e manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.formula"/></m>',
    'Object 1/content.xml': `<math><semantics><mrow>${HALF}</mrow><annotation>{1} over {2}</annotation></semantics></math>`,
    'content.xml': `<d><s><style:style style:family="text" style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:family="text" style:name="T2"><style:text-properties style:text-position="sub 58%"/></style:style><style:style style:family="text" style:name="T4"><style:text-properties style:text-line-through-style="solid"/></style:style></s><text:p>${body}</text:p></d>`,
  });

const read = async (kind: 'docx' | 'odt' | 'pptx' | 'html', bytes: Buffer): Promise<string> =>
  (await readDocument({ kind, bytes })).parts.join('\n');

describe('a raised digit does not join the number before it', () => {
  it('in a Word document', async () => {
    const raised = (text: string): string =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const plain = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
    const body = `${plain('10')}${raised('-6')}${plain(' of 640')}${raised('12')}${plain(' on the 2')}${raised('nd')}`;
    expect(await read('docx', ofWord(body))).toBe('10⁻⁶ of 640¹² on the 2nd');
  });

  it('on a slide', async () => {
    const run = (baseline: string, text: string): string =>
      `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`;
    const body = `${run('0', '640')}${run('30000', '1')}${run('0', ' t CO')}${run('-25000', '2')}`;
    expect(await read('pptx', ofSlides(body))).toBe('640¹ t CO2');
  });

  it('in an OpenDocument text', async () => {
    const body =
      '640<text:span text:style-name="T1">1<text:span text:style-name="T3">2</text:span></text:span> t CO<text:span text:style-name="T2">2</text:span>';
    expect(await read('odt', ofWriter(body))).toBe('640¹² t CO2');
  });

  it('on a web page, and in an e-book whose style sheet raises it', async () => {
    const page =
      '<html><p>10<sup>6</sup> of 640<a role="doc-noteref">1</a>, 7<span style="vertical-align: super"><b>2</b></span>, H<sub>2</sub>O</p></html>';
    expect(await read('html', Buffer.from(page))).toBe('10⁶ of 640¹, 7², H2O');
  });
});

describe('struck text is marked', () => {
  const line = 'The rent is ~~900 euros~~ 640 euros.';

  it('in a Word document, where it comes in pieces', async () => {
    const struck = (text: string, more = ''): string =>
      `<w:r><w:rPr><w:strike${more}/></w:rPr><w:t>${text}</w:t></w:r>`;
    const body = `<w:r><w:t>The rent is </w:t></w:r>${struck('900')}${struck(' euros')}${struck(' 640 euros.', ' w:val="0"')}`;
    expect(await read('docx', ofWord(body))).toBe(line);
  });

  it('on a slide', async () => {
    const run = (strike: string, text: string): string =>
      `<a:r><a:rPr strike="${strike}"/><a:t>${text}</a:t></a:r>`;
    const body = `${run('noStrike', 'The rent is ')}${run('sngStrike', '900 euros')}<a:r><a:t> 640 euros.</a:t></a:r>`;
    expect(await read('pptx', ofSlides(body))).toBe(line);
  });

  it('in an OpenDocument text', async () => {
    const body =
      'The rent is <text:span text:style-name="T4">900 <text:span text:style-name="T3">euros</text:span></text:span> 640 euros.';
    expect(await read('odt', ofWriter(body))).toBe(line);
  });

  it.each([
    '<del>900 euros</del>',
    '<s>900 <b>euros</b></s>',
    '<i style="text-decoration: line-through">900 euros</i>',
  ])('on a web page: %s', async (struck) => {
    expect(await read('html', Buffer.from(`<html><p>The rent is ${struck} 640 euros.</p></html>`))).toBe(
      line,
    );
  });
});

describe('a raised digit is the mark of a note in a table', () => {
  const NOTED = [{ key: 'marked_cells', params: { column: 'Homes', example: '640²' } }];
  const tableOf = async (kind: 'xlsx' | 'ods', bytes: Buffer) => {
    const [table] = await profileTables([{ kind, name: 'homes', bytes }]);
    return { sample: table?.sample, issues: table?.issues };
  };

  it('of a workbook, whether its texts are in a list or in the cells', async () => {
    const noted = '<r><t>640</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>';
    const cells = (text: string): string =>
      `<sheetData><row><c t="inlineStr"><is><t>Homes</t></is></c></row><row>${text}</row><row><c><v>900</v></c></row></sheetData>`;
    for (const text of ['<c t="s"><v>0</v></c>', `<c t="inlineStr"><is>${noted}</is></c>`]) {
      const bytes = makeXlsx({ sheets: [{ name: 'Homes', xml: cells(text) }], strings: [noted] });
      expect(await tableOf('xlsx', bytes)).toEqual({ sample: [[640], [900]], issues: NOTED });
    }
  });

  it('of an OpenDocument spreadsheet', async () => {
    const cell = (text: string): string =>
      `<table:table-row><table:table-cell><text:p>${text}</text:p></table:table-cell></table:table-row>`;
    const bytes = archive({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<d><s><style:style style:family="text" style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style></s><table:table table:name="Homes">${cell('Homes')}${cell('640<text:span text:style-name="T1">2</text:span>')}${cell('900')}</table:table></d>`,
    });
    expect(await tableOf('ods', bytes)).toEqual({ sample: [[640], [900]], issues: NOTED });
  });
});

it('a raised digit of a PDF does not join the number before it', async () => {
  const run = (x: number, y: number, text: string, size = 12) => ({ x, y, size, glyphs: lettersOf(text) });
  const page = [
    run(60, 700, 'Homes: 640'),
    run(120, 704, '12', 7),
    run(127, 700, ', CO'),
    run(151, 698, '2', 7),
    run(155, 700, ', on the 2'),
    run(215, 704, 'nd', 7),
  ];
  expect((await readPdf(makeGlyphPdf(page))).pages).toEqual(['Homes: 640¹², CO2, on the 2nd']);
  // Raised by half of a line, and hardly smaller.
  const high = [run(60, 700, '10'), run(72, 706, '6', 10), run(77, 700, ' kWh for 640 homes')];
  expect((await readPdf(makeGlyphPdf(high))).pages).toEqual(['10⁶ kWh for 640 homes']);
});

describe('a formula is written on its line', () => {
  it.each([
    [`<math><mn>1</mn>${HALF}</math>`, '1 1/2'],
    ['<math><msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup></math>', '10⁻⁶'],
    ['<math><msup><mi>e</mi><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msup></math>', 'e^(x+1)'],
    [
      '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>&#x2061;</mo></math>',
      '(a+b)/2',
    ],
    ['<math><msqrt><mn>2</mn><mi>x</mi></msqrt><mroot><mn>8</mn><mn>3</mn></mroot></math>', '√2x³√8'],
    [
      '<math><semantics><mrow>\n <msub><mi>x</mi><mn>1</mn></msub>\n</mrow><annotation>x_1</annotation></semantics></math>',
      'x_1',
    ],
    [
      '<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover></math>',
      '∑_(i=1)^n',
    ],
  ])('on a web page: %s', async (formula, line) => {
    expect(await read('html', Buffer.from(`<html><p>So ${formula} of it</p></html>`))).toBe(
      `So ${line} of it`.replace('So  ', 'So '),
    );
  });

  const run = (text: string): string => `<m:r><w:rPr/><m:t>${text}</m:t></m:r>`;
  const OFFICE = `<m:oMath><m:f><m:fPr><m:ctrlPr/></m:fPr><m:num>${run('1')}</m:num><m:den>${run('2')}</m:den></m:f><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i')}</m:sub><m:sup>${run('9')}</m:sup><m:e><m:sSup><m:e>${run('x')}</m:e><m:sup>${run('2')}</m:sup></m:sSup></m:e></m:nary><m:rad><m:deg/><m:e>${run('5')}</m:e></m:rad><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${run('y')}</m:e></m:d></m:oMath>`;

  it('in a Word document, and on a slide', async () => {
    const line = 'So 1/2 ∑_i⁹ x²√5[y] of it';
    expect(await read('docx', ofWord(`<w:r><w:t>So </w:t></w:r>${OFFICE}<w:r><w:t> of it</w:t></w:r>`))).toBe(
      line,
    );
    expect(
      await read('pptx', ofSlides(`<a:r><a:t>So </a:t></a:r>${OFFICE}<a:r><a:t> of it</a:t></a:r>`)),
    ).toBe(line);
  });

  it('in an OpenDocument text, where it is a document of its own', async () => {
    const body =
      'Take 3<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame> of it<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>.';
    expect(await read('odt', ofWriter(body))).toBe('Take 3 1/2 of it.');
  });
});
