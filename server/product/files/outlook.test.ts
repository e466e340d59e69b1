import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCompound } from '#tests/fixtures/outlook/make-compound.ts';
import { type Item, makeMsg } from '#tests/fixtures/outlook/make-msg.ts';
import { literally } from '#tests/fixtures/outlook/rtf.ts';
import { howMany } from '#tests/long-run.ts';
import { readDocument } from './child/documents/read-document.ts';
import { inspectFile } from './child/inspect-file.ts';

const LETTER: Item = {
  subject: 'The quote',
  sender: ['Jürgen', 'jurgen@example.org'],
  sent: new Date('2026-11-20T09:00:00Z'),
  to: [
    ['Ada', 'ada@example.org'],
    ['ben@example.org', 'ben@example.org'],
  ],
  cc: [['', 'team@example.org']],
  body: 'We can do it for 1,250 € until Friday.\r\n\r\nGruß\r\n',
};

const linesOf = async (item: Item): Promise<string[]> => {
  const { parts } = await readDocument({ kind: 'msg', bytes: makeMsg(item) });
  return parts.flatMap((part) => part.split('\n'));
};
const textOf = async (item: Omit<Item, 'subject' | 'body'>): Promise<string[]> =>
  (await linesOf({ subject: 'A', ...item })).slice(1);

describe('an email that Outlook saved', () => {
  it('is read with its sender, its text, and the names of what is attached', async () => {
    const attached = [
      { file: 'quote.pdf', content: Buffer.alloc(9_000, 1) },
      { subject: 'Your question', body: 'Inner' },
    ];
    expect(await inspectFile(makeMsg(LETTER))).toMatchObject({ kind: 'msg' });
    expect(await linesOf({ ...LETTER, attached })).toEqual([
      'From: Jürgen <jurgen@example.org>',
      'To: Ada <ada@example.org>, ben@example.org',
      'Cc: team@example.org',
      'Date: Fri, 20 Nov 2026 09:00:00 GMT',
      'Subject: The quote',
      'Attachments, not opened: quote.pdf, Your question',
      'We can do it for 1,250 € until Friday.',
      'Gruß',
    ]);
  });

  it('names people of an organisation without their paths in its directory', async () => {
    const path = '/O=EXCHANGELABS/OU=EXCHANGE ADMINISTRATIVE GROUP/CN=RECIPIENTS/CN=70B96F11-ADA';
    const lines = await linesOf({ sender: ['Ada', path], to: [['Ben', path]], body: 'Hello' });
    expect(lines).toEqual(['From: Ada', 'To: Ben', 'Hello']);
  });

  it('keeps the time of the place where it was written', async () => {
    const headers =
      'Received: from a\r\n by b\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nSubject: The quote\r\n';
    expect(await linesOf({ ...LETTER, headers })).toContain('Date: Fri, 20 Nov 2026 10:00:00 +0100');
  });

  it('is longer than a sector, or than many', async () => {
    const body = `${'A line of a long letter.\r\n'.repeat(9_000)}The end.`;
    const lines = await linesOf({ body });
    expect(lines.length).toBe(9_001);
    expect(lines.at(-1)).toBe('The end.');
  });

  it('is of the size that may be attached', async () => {
    const attached = [{ file: 'plan.pdf', content: Buffer.alloc(9_000_000, 1) }];
    const bytes = makeMsg({ ...LETTER, attached });
    expect(bytes.readUInt32LE(72)).toBe(1);
    const { parts } = await readDocument({ kind: 'msg', bytes });
    expect(parts.join()).toContain('not opened: plan.pdf\nWe can do it');
  });

  it('has sectors of either size', async () => {
    const body = 'A line of a letter.\n'.repeat(900);
    const [small, large] = await Promise.all(
      ([512, 4096] as const).map((sector) =>
        readDocument({ kind: 'msg', bytes: makeMsg({ ...LETTER, body }, { sector }) }),
      ),
    );
    expect(large?.parts.join()).toContain('A line of a letter.');
    expect(large).toEqual(small);
  });

  it('has texts in a code page', async () => {
    const russian = { page: 1251, encode: (text: string) => Buffer.from(Array.from(text, toWindows1251)) };
    expect(await linesOf({ subject: 'Счёт', body: 'Оплата до пятницы.', ansi: russian })).toEqual([
      'Subject: Счёт',
      'Оплата до пятницы.',
    ]);
  });

  it.each([
    ['as a text', '<p>Hello <b>Ada</b></p><script>x()</script>', undefined, 'Hello Ada'],
    ['in UTF-8, whatever page is said', Buffer.from('<p>Grüße</p>'), 1252, 'Grüße'],
    ['in a page of Windows', Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), 1252, 'Grüße'],
    ['in one of Japan', Buffer.from('<p>\x82\xb1</p>', 'latin1'), 932, 'こ'],
    ['in one of seven bits', Buffer.from('<p>\x1b$B$3\x1b(B</p>', 'latin1'), 50220, 'こ'],
    ['in no page that is said', Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), undefined, 'Grüße'],
  ])('has a page for its text, %s', async (_how, html, page, text) => {
    expect(await textOf({ html, ...(page === undefined ? {} : { page }) })).toEqual([text]);
  });

  it.each([
    [
      'a page',
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe \\u8364?\\htmlrtf\\par}\\htmlrtf0{\\*\\htmltag72 </p>}}",
      'Grüße €',
    ],
    [
      'a text',
      "{\\rtf1\\ansi\\ansicpg1251\\fromtext \\deff0{\\fonttbl{\\f0 Arial;}}\\f0 \\'cf\\'f0\\par \\par}",
      'Пр',
    ],
    ['formatted text', '{\\rtf1\\ansi\\ansicpg1252 Hello}', '(No text was found in this item of Outlook.)'],
  ])('has a text that was turned into RTF and packed: %s', async (_what, rtf, text) => {
    expect(await textOf({ rtf: literally(rtf) })).toEqual([text]);
  });

  it('without any text says so', async () => {
    expect(await textOf({ html: Buffer.alloc(0) })).toEqual(['(No text was found in this item of Outlook.)']);
  });
});

/** Letters of the alphabet follow each other in both. */
function toWindows1251(letter: string): number {
  if (letter === 'ё') return 0xb8;
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? code : code - 0x410 + 0xc0;
}

describe('another file of the same format', () => {
  it.each([
    ['WordDocument', 'docx'],
    ['Workbook', 'xlsx'],
    ['Book', 'xlsx'],
    ['PowerPoint Document', 'pptx'],
  ])('is of an old Office by its %s', async (name, as) => {
    const bytes = makeCompound({
      [name]: Buffer.alloc(5_000, 1),
      '\u0005SummaryInformation': Buffer.alloc(99),
    });
    expect(await inspectFile(bytes)).toEqual({ kind: 'unusable', why: 'old', as });
  });

  it('is none that is known', async () => {
    expect(await inspectFile(makeCompound({ Catalog: Buffer.alloc(99) }))).toMatchObject({ why: 'unknown' });
  });

  it('isn’t what a storage within it is named after', async () => {
    const bytes = makeCompound({
      Attached: { '__properties_version1.0': Buffer.alloc(99), WordDocument: Buffer.alloc(9) },
    });
    expect(await inspectFile(bytes)).toMatchObject({ why: 'unknown' });
  });
});

/** Where the writer puts things: the directory is at sector 0, and the last sectors hold the table. */
describe('a file of that format that was broken', () => {
  const whole = (): Buffer => makeMsg({ ...LETTER, body: 'A line of a letter.\n'.repeat(900) });
  const tableAt = (bytes: Buffer): number => (bytes.readUInt32LE(76) + 1) * 512;
  const entryAt = (bytes: Buffer, name: string): number => {
    const found = bytes.indexOf(Buffer.from(`${name}\0`, 'utf16le'));
    if (found === -1) throw new Error(`there is no ${name}`);
    return found;
  };
  const BODY = '__substg1.0_1000001F';
  const PROPERTIES = '__properties_version1.0';

  it.each<[string, (bytes: Buffer) => unknown]>([
    ['whose directory never ends', (bytes) => bytes.writeUInt32LE(0, tableAt(bytes))],
    [
      'with a stream that never ends',
      (bytes) => {
        const first = bytes.readUInt32LE(entryAt(bytes, BODY) + 116);
        bytes.writeUInt32LE(first, tableAt(bytes) + (first + 1) * 4);
      },
    ],
    [
      'with a small stream that never ends',
      (bytes) => {
        const first = bytes.readUInt32LE(entryAt(bytes, PROPERTIES) + 116);
        bytes.writeUInt32LE(first, (bytes.readUInt32LE(60) + 1) * 512 + first * 4);
      },
    ],
    ['with an entry beside itself', (bytes) => bytes.writeUInt32LE(1, entryAt(bytes, BODY) + 68)],
    ['with a storage within itself', (bytes) => bytes.writeUInt32LE(1, 512 + 128 + 76)],
    ['with an entry that isn’t there', (bytes) => bytes.writeUInt32LE(9_999, entryAt(bytes, BODY) + 72)],
    [
      'with two streams in the same place',
      (bytes) =>
        bytes.copyWithin(
          entryAt(bytes, PROPERTIES) + 116,
          entryAt(bytes, BODY) + 116,
          entryAt(bytes, BODY) + 124,
        ),
    ],
    [
      'with a stream of four gigabytes',
      (bytes) => bytes.writeUInt32LE(0xffff_fff0, entryAt(bytes, BODY) + 120),
    ],
    ['with more tables than sectors', (bytes) => bytes.writeUInt32LE(0x7fff_ffff, 44)],
    [
      'with tables of tables that never end',
      (bytes) => {
        bytes.writeUInt32LE(0x7fff_ffff, 72);
        bytes.writeUInt32LE(0, 68);
      },
    ],
    ['with sectors of no size', (bytes) => bytes.writeUInt16LE(0, 30)],
    ['with numbers for nothing', (bytes) => bytes.fill(0xff, 44, 76)],
    ['with zeros from its middle on', (bytes) => bytes.fill(0, bytes.length / 2)],
  ])('%s', async (_what, harm) => {
    const bytes = whole();
    harm(bytes);
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'unusable', why: 'broken', as: 'msg' });
  });

  it('of which the reader would only see the start of small streams', async () => {
    const bytes = makeMsg(LETTER, { isMiniFirst: true });
    expect(await inspectFile(bytes)).toMatchObject({ kind: 'unusable', why: 'broken', as: 'msg' });
  });

  it('wherever it is cut off', async () => {
    const bytes = whole();
    for (let end = 8; end < bytes.length; end += 509)
      expect(await inspectFile(bytes.subarray(0, end))).toMatchObject({ kind: 'unusable' });
  });

  it('anywhere, at random', async () => {
    const whole = makeMsg({
      ...LETTER,
      rtf: literally('{\\rtf1\\ansi\\fromtext Hello}'),
      attached: [LETTER],
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 5), fc.constantFrom(0, 1, 5, 0xffff_fffe, 0xffff_ffff)), {
          minLength: 1,
        }),
        async (harm) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of harm) bytes.writeUInt32LE(value, at);
          expect(await inspectFile(bytes)).toHaveProperty('kind');
        },
      ),
      { numRuns: howMany(300, 20_000) },
    );
  });

  it('in a text that says to be longer than it is', async () => {
    const rtf = literally('{\\rtf1\\ansi\\fromtext Hello}');
    rtf.writeUInt32LE(0x7fff_fff0, 0);
    expect(await inspectFile(makeMsg({ rtf }))).toMatchObject({ kind: 'unusable', why: 'broken', as: 'msg' });
  });
});
