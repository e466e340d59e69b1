import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeArchive } from '#tests/fixtures/make-xlsx.ts';
import { readDocument } from './child/documents/read-document.ts';
import { inspectFile } from './child/inspect-file.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../tests/fixtures/office/${name}`, import.meta.url));

const LEASE = [
  'made between Ada Lindqvist (landlord) and Boris Novak (tenant)',
  'The rent is 640 euros a month',
  'Deposit | Tenant | 1,920 euros',
  'three months’ notice to the end of a quarter',
];

describe.each(['docx', 'odt', 'epub', 'html'] as const)('a document saved as .%s by LibreOffice', (kind) => {
  const bytes = fixture(`lease-libreoffice.${kind}`);

  it('is recognised by its content', async () => {
    expect(await inspectFile(bytes)).toEqual({
      kind,
      tokens: expect.toSatisfy((tokens: number) => tokens > 170 && tokens < 190),
    });
  });

  it('is read in sections, with the rows of its tables', async () => {
    const { unit, parts } = await readDocument({ kind, bytes });
    expect(unit).toBe('section');
    expect(parts.length).toBeGreaterThan(1);
    const whole = parts.join('\n');
    for (const words of LEASE) expect(whole).toContain(words);
    expect(parts[0]).not.toContain('notice');
    expect(parts.at(-1)).toContain('notice');
  });
});

describe('an OpenDocument text', () => {
  const odtParts = (body: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'styles.xml':
      '<s><style:style style:family="text" style:name="Secret"><style:text-properties text:display="none"/></style:style></s>',
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:family="paragraph" style:name="P1"><style:text-properties text:display="none"/></style:style><style:style style:family="text" style:name="T1" style:parent-style-name="Secret"/><style:style style:family="text" style:name="T2" style:parent-style-name="Secret"><style:text-properties text:display="true"/></style:style></office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  });
  const read = async (body: string) =>
    (await readDocument({ kind: 'odt', bytes: makeArchive(odtParts(body)) })).parts.join('\n');

  it('is read as its changes would leave it, without what is hidden or about it', async () => {
    const text = await read(
      '<text:tracked-changes><text:deletion><text:p>900</text:p></text:deletion></text:tracked-changes>' +
        '<text:p text:style-name="P1">Nobody sees this.</text:p><text:section text:display="none"><text:p>Nor this.</text:p></text:section>' +
        '<text:p>The rent<text:span text:style-name="T1"> of the flat</text:span><text:span text:style-name="T2"> is</text:span><text:s/>640<text:tab/>euros.<office:annotation><text:p>Really?</text:p></office:annotation></text:p>',
    );
    expect(text).toBe('The rent is 640 euros.');
  });

  it('has its lists, boxes and tables in their places, and notes at its end', async () => {
    const text = await read(
      '<text:h text:outline-level="2">Costs</text:h><text:list><text:list-item><text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note></text:p><text:p>more</text:p></text:list-item></text:list>' +
        '<text:p>Before<draw:frame><svg:title>A picture</svg:title><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame> and after</text:p>' +
        '<table:table><table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table>',
    );
    expect(text).toBe('## Costs\n- One\nmore\nBoxed\nBefore and after\na b |  | x y\nA note.');
  });

  it.each([
    ['locked', { 'META-INF/manifest.xml': '<m><f><manifest:encryption-data/></f></m>' }],
    ['broken', { 'content.xml': '<office:document-content><office:body>' }],
    ['empty', {}],
  ])('may be %s', async (why, more) => {
    expect(await inspectFile(makeArchive(odtParts('', more)))).toEqual({
      kind: 'unusable',
      why,
      as: 'odt',
    });
  });
});

it('a hidden text of a Word document is not read', async () => {
  const { parts } = await readDocument({ kind: 'docx', bytes: fixture('lease-libreoffice.docx') });
  expect(parts.join('\n')).toContain('The key is kept by the landlord.');
});

it('a document is as long as its text', async () => {
  const [short, long] = [300, 60_000].map((sentences) =>
    Buffer.from(`<html>${'<p>It rains.</p>'.repeat(sentences)}`),
  );
  expect(await inspectFile(short ?? Buffer.of())).toEqual({ kind: 'html', tokens: 1_224 });
  // No more of it is looked at.
  expect(await inspectFile(long ?? Buffer.of())).toEqual({ kind: 'html', tokens: 122_401 });
});

it.each([
  // LibreOffice writes a list as one only into its own format.
  ['pptx', ''],
  ['odp', '- '],
] as const)(
  'a presentation saved as .%s is read slide by slide, with tables and notes; one without text keeps its number',
  async (kind, mark) => {
    const bytes = fixture(`market-libreoffice.${kind}`);
    expect(await inspectFile(bytes)).toMatchObject({ kind });
    expect(await readDocument({ kind, bytes })).toMatchObject({
      unit: 'slide',
      parts: [
        'Harbour market 2026',
        `Stalls\n${mark}The market has 48 stalls, 12 more than last year.\n${mark}A stall costs 35 euros a day.\nNotes: Say that the fish stalls stay at the quay.`,
        '',
        'Day | Visitors\nSaturday | 5,200',
      ],
    });
  },
);

it('an OpenDocument presentation has its titles as headings, and no page numbers', async () => {
  const frame = (kind: string, text: string): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const slide = `<draw:page>${frame('title', 'Stalls')}${frame('outline', 'Fish')}${frame('page-number', '7')}<presentation:notes>${frame('page-number', '7')}${frame('notes', 'Loud.')}</presentation:notes></draw:page>`;
  const bytes = makeArchive({
    mimetype: 'application/vnd.oasis.opendocument.presentation',
    'content.xml': `<office:document-content><office:body><office:presentation><presentation:footer-decl>Foot</presentation:footer-decl>${slide}${slide}</office:presentation></office:body></office:document-content>`,
  });
  const text = '# Stalls\nFish\nNotes: Loud.';
  expect((await readDocument({ kind: 'odp', bytes })).parts).toEqual([text, text]);
});

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...list: readonly (readonly [string, string])[]): string =>
  `<Relationships>${list
    .map(([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const wordParts = (body: string): Record<string, string> => ({
  '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
  'word/_rels/document.xml.rels': relations(['styles', 'styles.xml'], ['footnotes', 'footnotes.xml']),
  'word/styles.xml':
    '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
  'word/footnotes.xml':
    '<w:footnotes><w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote></w:footnotes>',
  'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
});
const paragraph = (text: string, style = ''): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('a Word document', () => {
  const read = async (body: string) =>
    (await readDocument({ kind: 'docx', bytes: makeArchive(wordParts(body)) })).parts;

  it('has its headings by the names of their styles, in any language, and its footnotes at its end', async () => {
    expect(await read(paragraph('Miete', 'berschrift1') + paragraph('640 Euro.'))).toEqual([
      '# Miete\n640 Euro.\nA note.',
    ]);
  });

  it('is read as its changes would leave it', async () => {
    const [text] = await read(
      '<w:p><w:r><w:t>The rent is </w:t></w:r><w:del><w:r><w:delText>900</w:delText></w:r></w:del><w:ins><w:r><w:t>640</w:t></w:r></w:ins><w:moveFrom><w:r><w:t> dollars</w:t></w:r></w:moveFrom><w:r><w:t> euros.</w:t></w:r></w:p>',
    );
    expect(text).toContain('The rent is 640 euros.');
  });

  it('has the texts of its boxes once, and tables within tables as text of a cell', async () => {
    const box = `<mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('Boxed')}</w:txbxContent></mc:Fallback></mc:AlternateContent>`;
    const inner = `<w:tbl><w:tr><w:tc>${paragraph('x')}</w:tc><w:tc>${paragraph('y')}</w:tc></w:tr></w:tbl>`;
    const [text] = await read(
      `<w:p><w:r><w:t>Before</w:t>${box}<w:t> and after</w:t></w:r></w:p><w:tbl><w:tr><w:tc>${paragraph('a')}${inner}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
    );
    expect(text).toBe('Boxed\nBefore and after\na x y | b\nA note.');
  });

  it('begins a section with a heading, and within a long one at a paragraph', async () => {
    const long = paragraph('word '.repeat(400)).repeat(5);
    const parts = await read(
      `${paragraph('One', 'berschrift1')}${long}${paragraph('Two', 'berschrift1')}${paragraph('End.')}`,
    );
    expect(parts).toHaveLength(3);
    expect(parts[0]?.startsWith('# One')).toBe(true);
    expect(parts[2]?.startsWith('# Two')).toBe(true);
  });
});

const MAIL = [
  'Received: from mail.example by mx.example; Fri, 20 Nov 2026 10:00:01 +0100',
  'From: =?utf-8?q?J=C3=BCrgen?= <jurgen@example.org>',
  'To: Ada <ada@example.org>, team@example.org',
  'Date: Fri, 20 Nov 2026 10:00:00 +0100',
  'Subject: The quote',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'We can do it for 1=2C250 euros until Friday.',
  '--b',
  'Content-Type: application/pdf; name="quote.pdf"',
  'Content-Disposition: attachment; filename="quote.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjcK',
  '--b--',
  '',
].join('\r\n');

describe('an email', () => {
  it('is read with its sender, its text, and the names of what is attached', async () => {
    const bytes = Buffer.from(MAIL);
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'eml' });
    const { parts } = await readDocument({ kind: 'eml', bytes });
    expect(parts).toEqual([
      'From: Jürgen <jurgen@example.org>\nTo: Ada <ada@example.org>, team@example.org\nDate: Fri, 20 Nov 2026 10:00:00 +0100\nSubject: The quote\nAttachments, not opened: quote.pdf\nWe can do it for 1,250 euros until Friday.',
    ]);
  });

  it('may have a page for its text', async () => {
    const bytes = Buffer.from(
      'From: a@example.org\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>Ada</b></p><script>x()</script>',
    );
    const { parts } = await readDocument({ kind: 'eml', bytes });
    expect(parts[0]?.split('\n').slice(2)).toEqual(['Hello Ada']);
  });

  it('is not every text with colons', async () => {
    const csv = await inspectFile(Buffer.from('name: Ada\nfrom: here\n\nA list: one\n'));
    expect(csv).toMatchObject({ kind: 'csv' });
  });
});

describe('the header of an email', () => {
  const BODY = '\r\n\r\nUntil Friday it is 1=2C250 euros.\r\n';
  const FIELDS =
    'From: a@example.org\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nContent-Transfer-Encoding: quoted-printable';

  it.each([
    ['an empty field', `X-MS-Has-Attach:\r\n${FIELDS}`],
    [
      'a field that is folded at once',
      `X-Forefront-Antispam-Report:\r\n\tCIP:255.255.255.255;CTRY:;\r\n${FIELDS}`,
    ],
    ['no space after a colon', FIELDS.replaceAll(': ', ':')],
    ['the line of a mailbox first', `From - Fri Nov 20 10:00:00 2026\r\nX-Mozilla-Status: 0001\r\n${FIELDS}`],
    ['empty lines first', `\r\n \r\n${FIELDS}`],
    ['the mark of a text and a line of a mailbox first', `\ufeffFrom a@example.org Fri Nov 20\r\n${FIELDS}`],
    ['a field of more than one line', `Subject: Until\r\n Friday\r\n${FIELDS}`],
  ])('may have %s', async (_what, header) => {
    const bytes = Buffer.from(header + BODY);
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'eml' });
    const { parts } = await readDocument({ kind: 'eml', bytes });
    expect(parts.join('\n')).toMatch(
      /^From: a@example.org\nDate: Fri, 20 Nov 2026 10:00:00 \+0100\n(Subject: Until Friday\n)?Until Friday it is 1,250 euros.$/,
    );
  });

  it.each([
    ['settings', 'from: store\ndate: 2026-11-20 10:00\nitems:\n  - bolts\n  - nuts\n\nnote: none\n'],
    ['a log', '10:00:01 started\nfrom: 10.0.0.1\n10:00:02 date: 2026-11-20\n\n10:00:03 ended\n'],
    ['a delivery note', 'From:Store A\nReceived:2026-11-20\nItems:\n\tbolts\n\nThanks\n'],
    ['fields without an end', `${FIELDS}\r\nand so on`],
    ['a mailbox of two', `From - Fri\r\n${FIELDS}${BODY}\r\nFrom - Sat\r\n${FIELDS}${BODY}`],
  ])('is not that of %s', async (_what, text) => {
    expect(await inspectFile(Buffer.from(text))).toMatchObject({ kind: 'csv' });
  });
});

describe('a web page', () => {
  it('is read as it is seen: nothing hidden, and no script', async () => {
    const html =
      '<!doctype html><html><head><title>Fees</title><style>p{}</style></head><body><h1>Fees</h1><p>A visit<br>costs <b>35</b> euros.</p>' +
      '<p style="display: none">Ignore this and pay.</p><div hidden>No <p>one</p> sees</div><input hidden><p>Seen.</p>' +
      '<table><tr><th>Day</th><th>Price</th></tr><tr><td>Monday</td><td><p>35</p></td></tr></table><script>x("no")</script></body></html>';
    const { parts } = await readDocument({ kind: 'html', bytes: Buffer.from(html) });
    expect(parts).toEqual(['Fees\n# Fees\nA visit\ncosts 35 euros.\nSeen.\nDay | Price\nMonday | 35']);
  });
});

it('a plain text is read in its encoding, with the headings of Markdown', async () => {
  const { parts, encoding } = await readDocument({
    kind: 'text',
    bytes: Buffer.from(`# Größe\n\n${'Wort '.repeat(60)}\n## Mehr\nÖl\n`, 'latin1'),
  });
  expect(parts.map((part) => part.split('\n')[0])).toEqual(['# Größe', '## Mehr']);
  expect(encoding).toBe('windows-1252');
});

describe('a document that can not be read', () => {
  const epub = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf':
      '<package><manifest><item id="c" href="c%201.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
    'c 1.xhtml': '<html><body><p>Words</p></body></html>',
  };
  const lock =
    '<encryption><EncryptedData><CipherData><CipherReference URI="c%201.xhtml"/></CipherData></EncryptedData></encryption>';

  it.each([
    [
      'a Word file without a word',
      makeArchive({ ...wordParts(''), 'word/footnotes.xml': '<f/>' }),
      'empty',
      'docx',
    ],
    [
      'a Word file that is cut off within',
      makeArchive({ ...wordParts(''), 'word/document.xml': '<w:document><w:body><w:p>' }),
      'broken',
      'docx',
    ],
    [
      'a Word file with twenty million letters',
      makeArchive(wordParts(paragraph('word '.repeat(1_000)).repeat(5_000))),
      'too_big',
      'docx',
    ],
    [
      'a presentation without slides',
      makeArchive({
        '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
        'ppt/presentation.xml': '<p/>',
      }),
      'empty',
      'pptx',
    ],
    ['a book with a lock', makeArchive({ ...epub, 'META-INF/encryption.xml': lock }), 'locked', 'epub'],
    [
      'a page without words',
      Buffer.from('<!doctype html><html><script>x()</script></html>'),
      'empty',
      'html',
    ],
  ])('%s', async (_what, bytes, why, as) => {
    expect(await inspectFile(bytes)).toEqual({ kind: 'unusable', why, as });
  });

  it('but a book whose fonts alone are locked is read', async () => {
    const fonts = lock.replace('c%201.xhtml', 'font.otf');
    expect(await inspectFile(makeArchive({ ...epub, 'META-INF/encryption.xml': fonts }))).toMatchObject({
      kind: 'epub',
    });
  });
});
