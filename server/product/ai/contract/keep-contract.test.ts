import { expect, test } from 'vitest';
import { type AiTaskType, DEFAULT_IMAGE_OPTIONS } from '#domain/ai-task.ts';
import { type ContractRequest, contractOf } from '#domain/contract/contract-of.ts';
import type { Evidence } from '#domain/evidence.ts';
import { ToolFailure, type ToolOutput } from '../tool.ts';
import { keepContract } from './keep-contract.ts';

const ENGLISH =
  'The rent is 1240 euros a month, and the notice period is three months to the end of a quarter. The deposit amounts to two monthly rents and is paid in two parts, the first of them before the keys are handed over to you.';
const GERMAN =
  'Die Miete beträgt 1240 Euro im Monat, und die Kündigungsfrist ist drei Monate zum Ende eines Quartals. Die Kaution beträgt zwei Monatsmieten und wird in zwei Teilen gezahlt, der erste davon vor der Übergabe der Schlüssel.';

const SOURCE = {
  n: 1,
  url: 'https://a.example',
  host: 'a.example',
  title: 'A',
  date: null,
  read_at: '',
  quotes: [],
};
const EVIDENCE: Evidence = { sources: [SOURCE], pages_read: 4, unread: [], unverified: [], open: [] };
const QUERY = {
  n: 1,
  purpose: '',
  sql: '',
  columns: [],
  units: [],
  joins: [],
  pivot: null,
  rows: [],
  count: 0,
  read: 0,
};
const ANALYSIS = { tables: [], copies: [], queries: [QUERY], figures: [], bound: 1 };

const REQUEST: ContractRequest = {
  language: 'en',
  wish: null,
  instruction: null,
  image: null,
  files: [{ name: 'lease.pdf', pages: 4, width: 900, height: 600 }],
};
const OUTPUT: ToolOutput = {
  content: ENGLISH,
  modelUsed: 'm',
  usage: { calls: 1, promptTokens: 1, completionTokens: 1, cost: null },
  notices: [],
};
const PICTURE = { name: 'image.png', type: 'image/png', bytes: Buffer.from('x'), width: 1024, height: 1024 };
const EDITED = { ...PICTURE, width: 900, height: 600 };

/** What an honest tool delivers. */
const HONEST: Readonly<Record<AiTaskType, Partial<ToolOutput>>> = {
  answer: {},
  reasoning: { content: `## In short\n\n${ENGLISH}` },
  research: { evidence: EVIDENCE },
  web_search: { evidence: EVIDENCE, restsOn: 1 },
  data_analysis: { evidence: { ...EVIDENCE, sources: [], analysis: ANALYSIS }, restsOn: 1 },
  doc_summary: { evidence: EVIDENCE },
  create_image: { files: [PICTURE] },
  image_edit: { files: [EDITED] },
};

function keep(type: AiTaskType, output: Partial<ToolOutput> = {}, request: Partial<ContractRequest> = {}) {
  const image =
    type === 'image_edit' ? ({ ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: 'original' } as const) : null;
  const contract = contractOf(type, { ...REQUEST, image, ...request });
  return keepContract(contract, { ...OUTPUT, ...HONEST[type], ...output }, { title: 'Read *my* lease' })
    .contract;
}

test.each(['answer', 'reasoning', 'research', 'web_search', 'data_analysis', 'doc_summary'] as const)(
  '%s that is honest keeps its contract, with nothing to tell',
  (type) => expect(keep(type)).toEqual({ kept: true, words: type === 'reasoning' ? 47 : 45, missed: [] }),
);
test.each(['create_image', 'image_edit'] as const)('%s that is honest keeps its contract', (type) =>
  expect(keep(type)).toEqual({ kept: true, words: null, missed: [] }),
);

type Liar = readonly [type: AiTaskType, lie: string, output: Partial<ToolOutput>];
const TEXTS = ['reasoning', 'research', 'web_search', 'data_analysis', 'doc_summary'] as const;
const CITING = ['research', 'web_search', 'data_analysis', 'doc_summary'] as const;
const LIARS: readonly Liar[] = [
  ...CITING.map((type): Liar => [type, 'another language', { content: GERMAN }]),
  ...TEXTS.flatMap((type): Liar[] => [
    [type, 'too short', { content: 'Done.' }],
    [type, 'nothing but marks', { written: '[1] [?]' }],
  ]),
  ...(['research', 'doc_summary'] as const).map(
    (type): Liar => [type, 'no citations', { evidence: { ...EVIDENCE, sources: [] } }],
  ),
  ['answer', 'nothing but a rule', { content: '\n---\n' }],
  ['answer', 'empty boxes', { content: '- [ ]\n- [ ]' }],
  ['answer', 'the task itself', { content: '## Read my lease.' }],
  ['web_search', 'links that it says nothing of', { restsOn: 0 }],
  ['data_analysis', 'queries of which it names no cell', { restsOn: 0 }],
  ['reasoning', 'no section', { content: ENGLISH }],
  ['doc_summary', 'fewer pages', { evidence: { ...EVIDENCE, pages_read: 1 } }],
  ...(['create_image', 'image_edit'] as const).flatMap((type): Liar[] => [
    [type, 'no picture', { files: [] }],
    [type, 'two pictures', { files: [PICTURE, PICTURE] }],
    [type, 'another size', { files: [{ ...PICTURE, width: 512 }] }],
    [type, 'another format', { files: [{ ...PICTURE, type: 'image/webp' }] }],
  ]),
];

test.each(LIARS)('%s with %s is not done', (type, _lie, output) => {
  expect(() => keep(type, output)).toThrow(ToolFailure);
});

test.each(['Yes', '42', '🎉', '#1', '家', 'Read my lease aloud'])(
  'an answer may be as short as %s',
  (content) => {
    expect(keep('answer', { content })).toMatchObject({ kept: true });
  },
);

test('the failure has a code of its own, and names the promise for the log', () => {
  expect(() => keep('research', { content: GERMAN })).toThrow(
    expect.objectContaining({ code: 'not_as_promised', message: expect.stringContaining('language') }),
  );
});

test.each(['answer', 'reasoning'] as const)('%s may be the translation that the task asks for', (type) => {
  const notices = [{ key: 'other_language', params: { language: 'en' } }] as const;
  expect(keep(type, { content: `## Kurz\n\n${GERMAN}`, notices })?.missed).toEqual([
    { key: 'language', params: {} },
  ]);
});

test('lists that code adds count for neither language nor length', () => {
  expect(keep('research', { content: `${GERMAN} ${GERMAN}`, written: ENGLISH })?.words).toBe(45);
});

test('what is kept in part is told', () => {
  expect(
    keep('data_analysis', { content: Array.from({ length: 13 }, () => ENGLISH).join('\n\n') })?.missed,
  ).toEqual([{ key: 'words', params: { words: 585, most: 400 } }]);
  expect(keep('doc_summary', { evidence: { ...EVIDENCE, pages_read: 3 } })?.missed).toEqual([
    { key: 'pages', params: { read: 3, of: 4 } },
  ]);
  const notices = [
    { key: 'other_language', params: { language: 'en' } },
    { key: 'missing_sections', params: { found: 3, of: 4 } },
  ] as const;
  expect(keep('reasoning', { notices })?.missed.map(({ key }) => key)).toEqual(['language', 'sections']);
});

test('promised files that nothing was computed from are told', () => {
  const files = [{ name: 'sales.csv' }, { name: 'costs.csv' }];
  expect(keep('data_analysis', { filesUsed: ['sales.csv'] }, { files })?.missed).toEqual([
    { key: 'files', params: { files: ['costs.csv'] } },
  ]);
  expect(keep('data_analysis', { filesUsed: ['costs.csv', 'sales.csv'] }, { files })?.missed).toEqual([]);
  expect(keep('answer', {}, { files })?.missed).toEqual([]);
});

test('a summary rests on half of the pages at least', () => {
  const files = [{ name: 'lease.pdf', pages: 10, width: 900, height: 600 }];
  const readOf = (pages: number) =>
    keep('doc_summary', { evidence: { ...EVIDENCE, pages_read: pages } }, { files });
  expect(() => readOf(4)).toThrow('pages');
  expect(readOf(5)?.missed).toEqual([{ key: 'pages', params: { read: 5, of: 10 } }]);
});

test('a sentence of its words does not cover a point of which a second reader finds nothing', () => {
  const content = `${ENGLISH}\n\n### Garden\n\nI found nothing about the pets.`;
  const covered = new Map([
    ['pets', false],
    ['garden', false],
  ]);
  const wish = '- pets\n- garden';
  expect(keep('doc_summary', { content, covered }, { wish })?.missed).toEqual([
    { key: 'points', params: { points: ['pets', 'garden'] } },
  ]);
  expect(keep('doc_summary', { content }, { wish })?.missed).toEqual([]);
});

test('a point is covered by the word of a second reader, or without one by a sentence of its words', () => {
  const wish = '- notice period\n- pets\n- heating\n- garden';
  const covered = new Map([
    ['pets', false],
    ['heating', true],
  ]);
  expect(keep('doc_summary', { covered }, { wish })?.missed).toEqual([
    { key: 'points', params: { points: ['pets'] } },
    { key: 'points_unchecked', params: { points: ['garden'] } },
  ]);
});

test('a run without a contract is delivered as it is', () => {
  expect(keepContract(null, { ...OUTPUT, content: 'Done.' }, { title: 'Read' }).contract).toBeNull();
});
