import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLog, silentLog } from '#server/lib/log.ts';
import { openModelMemory } from '#server/open/model-memory.ts';
import type { Database } from '#server/platform/db/database.ts';
import { dialectFor } from '#server/providers/text-model/dialect.ts';
import { type Learned, NOTHING_LEARNED } from '#server/providers/text-model/model-memory.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type TestDatabase, testDatabase } from './engines/database.ts';

/** What models were found to take, kept over restarts. */

let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await testDatabase();
  database = opened.database;
});
beforeEach(async () => void (await database.query('delete from private.learned_models')));
afterAll(() => opened.close());

const ENDPOINT = 'https://models.example.org/v1';
const LEARNED: Learned = {
  dialect: { ...dialectFor('other', false), temperature: false },
  kind: 'other',
  thinks: true,
  thinkingNeed: { low: 4000 },
  marks: { low: 'closing' },
};

const open = (endpoint = ENDPOINT) => openModelMemory({ database, endpoint, log: silentLog });
const models = async (): Promise<unknown[]> =>
  (await database.query('select endpoint, model from private.learned_models order by model')).map((row) =>
    Object.values(row).join(' '),
  );

it('is there again after a restart, the last of several changes', async () => {
  const memory = await open();
  memory.write('a', { ...LEARNED, thinks: false });
  memory.write('a', LEARNED);
  expect(memory.read('a')).toEqual(LEARNED);
  await vi.waitFor(async () => expect((await open()).read('a')).toEqual(LEARNED));
  expect((await open()).read('b')).toEqual(NOTHING_LEARNED);
});

it('is told to the other processes', async () => {
  const [memory, other] = [await open(), await open()];
  memory.write('a model', LEARNED);
  await vi.waitFor(() => expect(other.read('a model')).toEqual(LEARNED));
});

it('is forgotten with another endpoint', async () => {
  (await open()).write('a', LEARNED);
  await vi.waitFor(async () => expect(await models()).toEqual([`${ENDPOINT} a`]));
  const other = await open('https://elsewhere.example/v1');
  expect(other.read('a')).toEqual(NOTHING_LEARNED);
  expect(await models()).toEqual([]);
});

it('is learned anew after a month, and where it cannot be read', async () => {
  await database.query(
    `insert into private.learned_models (endpoint, model, learned, learned_at)
     values ($1, 'old', $2::jsonb, now() - interval '31 days'), ($1, 'odd', '{"dialect": 7}', now())`,
    [ENDPOINT, JSON.stringify(LEARNED)],
  );
  const memory = await open();
  expect([memory.read('old'), memory.read('odd')]).toEqual([NOTHING_LEARNED, NOTHING_LEARNED]);
});

it('does not stop an answer where it cannot be written, and says so', async () => {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const away: Database = { ...database, query: () => Promise.reject(new Error('the disk is full')) };
  const memory = await openModelMemory({
    database: { ...away, batch: database.batch.bind(database) },
    endpoint: ENDPOINT,
    log,
  });
  memory.write('a', LEARNED);
  expect(memory.read('a')).toEqual(LEARNED);
  await vi.waitFor(() => expect(lines.join()).toContain("couldn't save what was learned"));
});

it('spares the next process what a server has refused this one', async () => {
  const simulator = await startAiSimulator();
  const ask = async (): Promise<number> => {
    simulator.journal.clear();
    const memory = await open(simulator.url);
    const textModel = createOpenAiCompatibleTextModel({
      baseUrl: simulator.url,
      apiKey: simulator.apiKey,
      log: silentLog,
      memory,
    });
    await textModel.complete(
      {
        model: 'sim/refuses-temperature',
        messages: [{ role: 'user', content: 'Hello' }],
        maxTokens: 300,
        temperature: 0.3,
      },
      { signal: new AbortController().signal, onText: () => {} },
    );
    return simulator.journal.entries.length;
  };
  expect(await ask()).toBe(2);
  await vi.waitFor(async () => expect(await models()).toHaveLength(1));
  expect(await ask()).toBe(1);
  await simulator.close();
});
