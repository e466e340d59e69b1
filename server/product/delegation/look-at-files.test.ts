import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { messages } from '#domain/messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { runsOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createScriptedTool } from '#tests/worlds/scripted-tool.ts';
import type { Tool } from '../ai/tool.ts';
import type { ProductLimits } from '../limits.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterAll(() => test.close());

const PAGE = 'A page with enough text on it to be taken for a page that can be read.';
const PDF = makePdf([PAGE, '', PAGE, PAGE]);

interface Seen {
  readonly world: ProductWorld;
  readonly user: TestUser;
  readonly paths: readonly string[];
  readonly look: (who?: TestUser) => Promise<unknown>;
}

async function show(
  type: AiTaskType,
  files: readonly { name: string; bytes: Buffer }[],
  { limits, ...more }: { limits?: Partial<ProductLimits> } & Pick<Tool, 'lastPage' | 'readsScans'> = {},
): Promise<Seen> {
  const tool = { ...createScriptedTool('real', type), ...more };
  const world = createProductWorld(database, { tool, ...(limits && { limits }) });
  const user = await makeUser(database);
  const paths: string[] = [];
  for (const file of files) paths.push(await attachFile(database, world.files, user, file));
  const look = (who = user) => world.call('look-at-files', who, { ai_task_type: type, attachments: paths });
  return { world, user, paths, look };
}

it('tells how far a PDF is read for the money of a run, and a delegation promises the same', async () => {
  const asked: unknown[] = [];
  const { world, user, paths, look } = await show('doc_summary', [{ name: 'lease.pdf', bytes: PDF }], {
    limits: { budgets: { runUsd: 0.07, userDayUsd: null, instanceDayUsd: null } },
    lastPage: (tokens, { usd }) => {
      asked.push(
        tokens.map((each) => each > 0),
        usd,
      );
      return 3;
    },
  });
  const file = { name: 'lease.pdf', pages: 2, extent: { upTo: 3, of: 4 } };
  expect(await look()).toEqual({ status: 200, files: [file] });
  expect(asked).toEqual([[true, false, true, true], 0.07]);
  expect(await runsOf(database, user)).toBe(0);

  const task = await makeTask(database, user);
  const { run } = await world.delegate(user, task, { ai_task_type: 'doc_summary', attachments: paths });
  expect(run?.contract).toMatchObject({ pages: 2, extent: file.extent, files: ['lease.pdf'] });
});

it.each([
  [PDF, { pages: 3, extent: { upTo: 4, of: 4, lookedAt: 1 } }],
  [makePdf(Array<string>(23).fill('')), { extent: { upTo: 23, of: 23, lookedAt: 20 } }],
])('tells how many pages without text are looked at', async (bytes, facts) => {
  const { look } = await show('doc_summary', [{ name: 'lease.pdf', bytes }], { readsScans: true });
  expect(await look()).toEqual({ status: 200, files: [{ name: 'lease.pdf', ...facts }] });
});

const SENTENCE = 'Both sides have agreed to meet at the mill in the first week of spring.';
const html = (sentences: number): Buffer =>
  Buffer.from(`<!doctype html><html><body>${`<p>${SENTENCE}</p>`.repeat(sentences)}</body></html>`);

it.each([
  ['note.txt', Buffer.from(SENTENCE), 1, 160],
  ['minutes.txt', Buffer.from(`${SENTENCE}\n`.repeat(300)), 10, 290],
  ['minutes.html', html(300), 10, 290],
  ['novel.html', html(9_000), 137, 700],
])('tells how long %s is, and its summary is promised as long', async (name, bytes, length, most) => {
  const { world, user, paths, look } = await show('doc_summary', [{ name, bytes }]);
  expect(await look()).toEqual({ status: 200, files: [{ name, length }] });
  const task = await makeTask(database, user);
  const { run } = await world.delegate(user, task, { ai_task_type: 'doc_summary', attachments: paths });
  expect(run?.contract).toMatchObject({ words: { most }, pages: null });
});

it('tells the size of a picture', async () => {
  const bytes = await makePicture({ width: 90, height: 60 });
  const { look } = await show('image_edit', [{ name: 'hall.png', bytes }]);
  expect(await look()).toEqual({ status: 200, files: [{ name: 'hall.png', width: 90, height: 60 }] });
});

it('refuses what a delegation would, before anything is pressed', async () => {
  const cut = await show('doc_summary', [{ name: 'lease.pdf', bytes: PDF.subarray(0, 200) }]);
  expect(await cut.look()).toMatchObject({
    status: 422,
    code: 'unusable_file',
    message: expect.stringContaining('“lease.pdf” is damaged or incomplete'),
  });
  const whole = await show('doc_summary', [{ name: 'lease.pdf', bytes: PDF }]);
  expect(await whole.look(await makeUser(database))).toMatchObject({ status: 404, code: 'not_found' });
  const other = { ai_task_type: 'research', attachments: whole.paths };
  expect(await whole.world.call('look-at-files', whole.user, other)).toMatchObject({
    status: 503,
    code: 'tool_unavailable',
  });
});

const office = (name: string): Buffer =>
  readFileSync(new URL(`../../../tests/fixtures/office/${name}`, import.meta.url));
const picture = (): Promise<Buffer> => makePicture({ format: 'jpeg' });

it.each([
  ['doc_summary', 'Invoice', () => PDF],
  ['doc_summary', 'scan.tmp', () => PDF],
  ['data_analysis', 'export', () => Buffer.from('day,sum\n1,2\n')],
  ['data_analysis', 'table.tab', () => Buffer.from('day\tsum\n1\t2\n')],
  ['data_analysis', 'sales.xltx', () => office('sales-libreoffice.xlsx')],
  ['doc_summary', 'lease.docm', () => office('lease-libreoffice.docx')],
  ['doc_summary', 'lease.dotx', () => office('lease-libreoffice.docx')],
  ['image_edit', 'photo.jfif', picture],
  ['image_edit', 'photo', picture],
] as const)('takes for %s what a file holds, named %s', async (type, name, make) => {
  const { look } = await show(type, [{ name, bytes: await make() }]);
  expect(await look()).toMatchObject({ status: 200, files: [{ name }] });
});

it.each([
  ['doc_summary', messages.delegation.pdfOnly],
  ['data_analysis', messages.delegation.unsupportedFile],
  ['image_edit', messages.delegation.imageEditNeedsImage],
] as const)('refuses for %s what nothing reads', async (type, message) => {
  const { look } = await show(type, [{ name: 'song.mp3', bytes: Buffer.from('ID3\x04\0\0\0\0\0\x17TIT2') }]);
  expect(await look()).toMatchObject({ status: 422, code: 'unusable_file', message });
});

it('takes so many looks a minute from one person, and tells them to wait', async () => {
  const { look } = await show('doc_summary', [{ name: 'lease.pdf', bytes: PDF }], {
    limits: { looks: { limit: 1, seconds: 60 } },
  });
  expect(await look()).toMatchObject({ status: 200 });
  expect(await look()).toMatchObject({
    status: 429,
    message: 'Please wait a minute before attaching more files.',
  });
});
