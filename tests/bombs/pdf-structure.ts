import { deflateSync } from 'node:zlib';
import { assemble, makePdf, stream } from '../fixtures/make-pdf.ts';
import { makeOddPdf, PAGE_WORDS, unfolding } from './make-bombs.ts';
import type { PdfBomb } from './pdf-bomb.ts';

const page = (parent: number, more = ''): string =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] ${more} >>`;

/** A tree of so many floors, each of which stands twice on the one above it. */
function doublingTree(floors: number): Buffer {
  const nodes = Array.from(
    { length: floors },
    (_node, at) => `<< /Type /Pages /Count 2 /Kids [${at + 3} 0 R ${at + 3} 0 R] >>`,
  );
  return assemble([CATALOGUE, ...nodes, page(2)], '/Root 1 0 R');
}

/** A tree of one page under so many nodes, each with one below it. */
function deepTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_node, at) => `<< /Type /Pages /Count 1 /Parent ${at + 1} 0 R /Kids [${at + 3} 0 R] >>`,
  );
  return assemble([CATALOGUE, ...nodes, page(depth + 1)], '/Root 1 0 R');
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const PAGE = page(2, '/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>');
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const WORDS = stream(PAGE_WORDS);
/** Where the stream lies that lists the objects. */
const LIST = 9;

/** A file whose list of objects is a stream, by what it says of itself and what is in it, given where they lie. */
function listedByStream(
  objects: readonly string[],
  says: string,
  entries: (offsets: readonly number[]) => Buffer,
): Buffer {
  let file = '%PDF-1.7\n';
  const put = (number: number, object: string): number => {
    const offset = file.length;
    file += `${number} 0 obj\n${object}\nendobj\n`;
    return offset;
  };
  const offsets = objects.map((object, at) => put(at + 1, object));
  const list = entries([...offsets, file.length]).toString('latin1');
  const start = put(LIST, stream(list, `/Type /XRef /Root 1 0 R ${says}`));
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** An entry of such a list: its kind, and two numbers. */
function entry(kind: 0 | 1 | 2, first: number, second = 0): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt32BE(first, 1);
  bytes.writeUInt16BE(second, 5);
  return bytes;
}

const TOP = `1 0 2 ${CATALOGUE.length} `;
const IN_TOP = `/N 2 /First ${TOP.length}`;

/** A file whose catalogue and page tree lie together in a stream. */
function together(says: string, bytes: Buffer): Buffer {
  const objects = [
    'null',
    'null',
    PAGE,
    WORDS,
    FONT,
    stream(bytes.toString('latin1'), `/Type /ObjStm ${says}`),
  ];
  return listedByStream(objects, '/Size 7 /W [1 4 2]', (offsets) =>
    Buffer.concat([
      entry(0, 0),
      entry(2, 6, 0),
      entry(2, 6, 1),
      ...offsets.slice(2, 6).map((offset) => entry(1, offset)),
    ]),
  );
}

/** PDFs whose skeleton is built to break, to hold up or to fill their reader. */
export const STRUCTURES: readonly PdfBomb[] = [
  {
    what: 'that has a thousand million pages',
    make: () => makeOddPdf({ pages: '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>' }),
    textPages: 1,
  },
  { what: 'of a page more than is taken', make: () => makePdf(Array(1001).fill('')), why: 'too_long' },
  {
    what: 'of minus one pages',
    make: () => makeOddPdf({ pages: '<< /Type /Pages /Count -1 /Kids [3 0 R] >>' }),
    textPages: 1,
  },
  {
    what: 'whose pages lead to themselves',
    make: () => makeOddPdf({ pages: '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R] >>' }),
    textPages: 0,
  },
  { what: 'whose pages double on each of forty floors', make: () => doublingTree(40), textPages: 0 },
  { what: 'whose page lies twenty thousand floors deep', make: () => deepTree(20_000), textPages: 0 },
  {
    what: 'that names its page a million times',
    make: () => makeOddPdf({ pages: `<< /Type /Pages /Count 3 /Kids [${'3 0 R '.repeat(1_000_000)}] >>` }),
    textPages: 3,
  },
  {
    what: 'whose page is its own parent',
    make: () => assemble([CATALOGUE, PAGES, page(3)], '/Root 1 0 R'),
    textPages: 0,
  },
  {
    what: 'whose list of objects leads to itself',
    make: () => makeOddPdf({ trailer: '/Prev 9' }),
    textPages: 1,
  },
  {
    what: 'whose list of objects has two thousand million entries',
    make: () => {
      const file = makeOddPdf({}).toString('latin1');
      return Buffer.from(file.replace('xref\n0 6', 'xref\n0 2147483647'), 'latin1');
    },
    textPages: 1,
  },
  {
    what: 'whose list of objects takes no room for as many',
    make: () =>
      listedByStream([CATALOGUE], '/Size 2147483647 /Index [0 2147483647] /W [0 0 0]', () => Buffer.alloc(9)),
    why: 'broken',
  },
  {
    what: 'whose pressed list of objects leads to itself',
    make: () =>
      listedByStream(
        [CATALOGUE, PAGES, PAGE, WORDS, FONT],
        `/Size 6 /W [1 4 2] /Prev ${9 + CATALOGUE.length}`,
        (offsets) => Buffer.concat([entry(0, 0), ...offsets.slice(0, 5).map((offset) => entry(1, offset))]),
      ),
    textPages: 1,
  },
  {
    what: 'with a thousand million objects in one stream',
    make: () => together('/N 1000000000 /First 10', Buffer.from(TOP + CATALOGUE + PAGES)),
    why: 'broken',
  },
  {
    what: 'whose stream of objects unfolds to a thousand megabytes',
    make: () =>
      together(
        `${IN_TOP} /Filter [/FlateDecode /FlateDecode]`,
        deflateSync(unfolding(1_000, TOP + CATALOGUE)),
      ),
    why: 'too_big',
  },
  {
    what: 'whose stream of objects goes on in itself',
    make: () => together(`${IN_TOP} /Extends 6 0 R`, Buffer.from(TOP + CATALOGUE + PAGES)),
    textPages: 1,
  },
  {
    what: 'whose stream is as long as itself',
    make: () => makeOddPdf({ contents: `<< /Length 4 0 R >>\nstream\n${PAGE_WORDS}\nendstream` }),
    textPages: 1,
  },
  {
    what: 'whose stream is longer than the file',
    make: () => makeOddPdf({ contents: `<< /Length 9999999999 >>\nstream\n${PAGE_WORDS}\nendstream` }),
    textPages: 1,
  },
  {
    what: 'whose objects are nothing but their own names',
    make: () => makeOddPdf({ pages: '2 0 R' }),
    why: 'empty',
  },
  {
    what: 'with a million lists in one another',
    make: () => makeOddPdf({ catalogue: `/Names ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}` }),
    textPages: 1,
  },
  {
    what: 'with half a million dictionaries in one another',
    make: () => makeOddPdf({ catalogue: `/Names ${'<</A'.repeat(500_000)}${'>>'.repeat(500_000)}` }),
    textPages: 1,
  },
  {
    what: 'without a list of objects, and with half a million beginnings of them',
    make: () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n<<\n'.repeat(500_000)}`),
  },
  {
    what: 'that is locked by somebody unknown',
    make: () => makeOddPdf({ trailer: '/Encrypt << /Filter /Somebody /V 9 /R 9 >> /ID [<00><00>]' }),
    why: 'locked',
  },
  {
    what: 'whose lock asks for a key of a thousand million bits',
    make: () => {
      const key = `/Length 1000000000 /O <${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}>`;
      return makeOddPdf({
        trailer: `/Encrypt << /Filter /Standard /V 2 /R 3 /P -60 ${key} >> /ID [<00><00>]`,
      });
    },
  },
];
