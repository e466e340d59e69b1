import { expect, test } from 'vitest';
import { AI_TASK_TYPES, DEFAULT_IMAGE_OPTIONS } from '../ai-task.ts';
import { askedPoints, type ContractRequest, contractOf, POINTS_MAX } from './contract-of.ts';
import { runContract } from './run-contract.ts';

const REQUEST: ContractRequest = { language: 'de', wish: null, instruction: null, image: null, files: [] };

test.each(AI_TASK_TYPES)('%s promises what the schema of the stored contract reads back', (type) => {
  const contract = contractOf(type, REQUEST);
  expect(runContract.parse(JSON.parse(JSON.stringify(contract)))).toEqual(contract);
});

test('a text promises its language, its length, its sources and the files that it is written from', () => {
  const files = [{ name: 'lease.pdf', pages: 48 }];
  expect(contractOf('doc_summary', { ...REQUEST, files })).toMatchObject({
    form: 'summary',
    language: 'de',
    words: { most: 520 },
    cites: true,
    files: ['lease.pdf'],
    pages: 48,
    picture: null,
  });
  expect(contractOf('answer', REQUEST)).toMatchObject({ words: null, cites: false, pages: null });
});

test('a summary grows with its document, unless the person adds what may ask for another length', () => {
  const most = (pages: number | undefined, wish: string | null = null) =>
    contractOf('doc_summary', {
      ...REQUEST,
      wish,
      files: [{ name: 'a.pdf', ...(pages === undefined ? {} : { pages }) }],
    }).words?.most;
  expect([1, 10, 100, 1000].map((pages) => most(pages))).toEqual([160, 290, 700, 700]);
  expect(most(undefined)).toBe(700);
  const ofLength = (length: number) =>
    contractOf('doc_summary', { ...REQUEST, files: [{ name: 'a.docx', length }] });
  expect([1, 10, 100, 1000].map((length) => ofLength(length).words?.most)).toEqual([160, 290, 700, 700]);
  // Nobody counts pages of what has none.
  expect(ofLength(10).pages).toBeNull();
  expect(most(1, 'In about 500 words.')).toBe(700);
});

test('a picture promises its size and format, and no language', () => {
  const image = { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: '16:9', format: 'webp' } as const;
  expect(contractOf('create_image', { ...REQUEST, image })).toMatchObject({
    form: 'picture',
    language: null,
    picture: { format: 'webp', size: { width: 1792, height: 1024 }, isTransparent: false },
  });
});

test('an edited picture keeps the size of its original, as far as a model can fill it', () => {
  const image = { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: 'original' } as const;
  const sizeOf = (file: object) =>
    contractOf('image_edit', { ...REQUEST, image, files: [{ name: 'a.png', ...file }] }).picture?.size;
  expect(sizeOf({ width: 900, height: 600 })).toEqual({ width: 900, height: 600 });
  expect(sizeOf({ width: 7680, height: 1000 })).toEqual({ width: 3840, height: 500 });
  expect(sizeOf({})).toBeNull();
});

test('words of the person’s own may ask for one sentence', () => {
  const least = (words: Partial<ContractRequest>) =>
    contractOf('reasoning', { ...REQUEST, ...words }).words?.least;
  expect(least({})).toBeGreaterThan(1);
  expect(least({ wish: 'Nur ja oder nein.' })).toBe(1);
  expect(least({ instruction: 'Kürzer.' })).toBe(1);
});

test('points are the items of a list, and questions', () => {
  expect(askedPoints('Please cover\n- price\n2) delivery time\n• warranty', 'en')).toEqual([
    'price',
    'delivery time',
    'warranty',
  ]);
  expect(askedPoints('For four people. What does it cost? And when is it open?', 'en')).toEqual([
    'What does it cost?',
    'And when is it open?',
  ]);
  expect(askedPoints('价格是多少？请简短。', 'zh')).toEqual(['价格是多少？']);
  expect(askedPoints('- price\n- price', 'en')).toEqual(['price']);
});

test('words that name no points ask for none, and a long list stays a text', () => {
  expect(askedPoints('For four people, no nuts.\nhttps://shop.example/?q=1 is where I looked', 'en')).toEqual(
    [],
  );
  expect(askedPoints(`- ${'a'.repeat(200)}`, 'en')).toEqual([]);
  const many = Array.from({ length: 30 }, (_item, at) => `- point ${at}`).join('\n');
  expect(askedPoints(many, 'en')).toHaveLength(POINTS_MAX);
});

test('a summary of a PDF promises how far it is read, as soon as that is known', () => {
  const extent = { upTo: 300, of: 412 };
  const files = [{ name: 'a.pdf', pages: 290, extent }];
  expect(contractOf('doc_summary', { ...REQUEST, files })).toMatchObject({ pages: 290, extent });
  expect(contractOf('doc_summary', { ...REQUEST, files: [{ name: 'a.pdf' }] })).not.toHaveProperty('extent');
  expect(contractOf('answer', { ...REQUEST, files })).not.toHaveProperty('extent');
});
