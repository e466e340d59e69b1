import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

const store = vi.hoisted(() => ({ kept: new Map<string, string>(), hangs: false }));
/** A tab holds a lock as long as it lives. */
const tabs = { alive: new Set<string>() };
const locks = {
  request: async (name: string) => void tabs.alive.add(name),
  query: async () => ({ held: [...tabs.alive].map((name) => ({ name })) }),
};
const never = () => new Promise<never>(() => undefined);

vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: () => (store.hangs ? never() : Promise.resolve([...store.kept.entries()])),
  set: (key: string, value: string) => Promise.resolve(void store.kept.set(key, value)),
  del: (key: string) => Promise.resolve(void store.kept.delete(key)),
  keys: () => Promise.resolve([...store.kept.keys()]),
}));
vi.mock('../log.ts', () => ({ logProblem: () => undefined }));

const MARA = '6f7a3b1c-1111-4222-8333-444455556666';
const JO = '0c2d5e8f-1111-4222-8333-444455556666';
const copyOf = (timestamp: number, changes: readonly string[] = [], lists: readonly string[] = []) => ({
  buster: '5',
  timestamp,
  clientState: {
    queries: lists.map((name) => ({ queryKey: [name], queryHash: name, state: successful, dehydratedAt: 1 })),
    mutations: changes.map((title, at) => ({
      mutationKey: ['tasks'],
      state: { ...unsentState, variables: { title }, submittedAt: timestamp + at },
    })),
  },
});
const successful = {
  data: {},
  dataUpdateCount: 1,
  dataUpdatedAt: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success' as const,
  fetchStatus: 'idle' as const,
};
const unsentState = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isPaused: true,
  status: 'pending' as const,
};

/** Another tab of the same browser, with its own instance of the module. */
async function openTab() {
  vi.resetModules();
  return import('./device-copy.ts');
}

/** Writes are throttled to one per second. */
async function write(
  { openDeviceCopy }: Awaited<ReturnType<typeof openTab>>,
  copy: ReturnType<typeof copyOf>,
  userId = MARA,
) {
  void openDeviceCopy(userId).persister.persistClient(copy);
  await vi.advanceTimersByTimeAsync(2000);
}

const changesIn = (copy: unknown) =>
  z
    .object({
      clientState: z.object({
        mutations: z.array(z.object({ state: z.object({ variables: z.object({ title: z.string() }) }) })),
      }),
    })
    .parse(copy)
    .clientState.mutations.map(({ state }) => state.variables.title);

beforeEach(() => {
  vi.useFakeTimers();
  tabs.alive.clear();
  vi.stubGlobal('navigator', { locks });
});

afterEach(() => {
  store.kept.clear();
  store.hangs = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reads what an earlier visit stored', async () => {
  const first = await openTab();
  expect(await first.openDeviceCopy(MARA).persister.restoreClient()).toBeUndefined();
  await write(first, copyOf(1, ['Call Jonas'], ['lists']));
  tabs.alive.clear();
  const next = await (await openTab()).openDeviceCopy(MARA).persister.restoreClient();
  expect(next).toMatchObject({ timestamp: 1, clientState: { queries: [{ queryHash: 'lists' }] } });
  expect(changesIn(next)).toEqual(['Call Jonas']);
  expect(store.kept.size).toBe(1);
});

test('a tab without changes leaves those of another alone; a third takes both over in order once they are gone', async () => {
  await write(await openTab(), copyOf(2, ['Second']));
  const other = await openTab();
  expect(changesIn(await other.openDeviceCopy(MARA).persister.restoreClient())).toEqual([]);
  await write(other, copyOf(3));
  await write(await openTab(), copyOf(1, ['First']));
  tabs.alive.clear();
  const third = await (await openTab()).openDeviceCopy(MARA).persister.restoreClient();
  expect(changesIn(third)).toEqual(['First', 'Second']);
});

test('a new tab shows the lists stored by another', async () => {
  await write(await openTab(), copyOf(1, ['Call Jonas'], ['lists']));
  const next = await (await openTab()).openDeviceCopy(MARA).persister.restoreClient();
  expect(next).toMatchObject({ clientState: { queries: [{ queryHash: 'lists' }], mutations: [] } });
});

test('stores the start of a long list, and marks live runs as remembered', async () => {
  const copy = copyOf(1, [], ['tasks']);
  const rows = Array.from({ length: 501 }, (_, at) => ({ id: at, run: null }));
  const runs = [{ status: 'running' }, { status: 'succeeded' }];
  const [list] = copy.clientState.queries;
  Object.assign(list ?? {}, {
    state: {
      ...successful,
      data: { rows: [...runs.map((run) => ({ run })), ...rows], hasMore: false, window: {} },
    },
  });
  await write(await openTab(), copy);
  const next = await (await openTab()).openDeviceCopy(MARA).persister.restoreClient();
  const data: unknown = next?.clientState.queries[0]?.state.data;
  const read = z.object({ rows: z.array(z.unknown()), hasMore: z.boolean() }).parse(data);
  expect(read.rows).toHaveLength(500);
  expect(read.hasMore).toBe(true);
  // Its counts wouldn't fit what is left.
  expect(data).not.toHaveProperty('window');
  expect(read.rows.slice(0, 2)).toEqual([{ run: runs[0], remembered: true }, { run: runs[1] }]);
});

test('drops lists with the session; unsent changes stay for their owner and go when another user comes', async () => {
  await write(await openTab(), copyOf(1, ['Call Jonas'], ['lists']));
  tabs.alive.clear();
  const { forgetLists } = await openTab();
  await forgetLists();
  expect([...store.kept.values()].join()).not.toContain('lists');
  const again = await openTab();
  expect(changesIn(await again.openDeviceCopy(MARA).persister.restoreClient())).toEqual(['Call Jonas']);
  await write(again, copyOf(2), JO);
  expect([...store.kept.keys()].every((key) => key.startsWith(JO))).toBe(true);
});

test('gives up on a hanging store after two seconds and does not overwrite it', async () => {
  await write(await openTab(), copyOf(1));
  tabs.alive.clear();
  const { openDeviceCopy } = await openTab();
  store.hangs = true;
  const { persister } = openDeviceCopy(MARA);
  const restored = vi.fn();
  void Promise.resolve(persister.restoreClient()).then(restored);
  await vi.advanceTimersByTimeAsync(1900);
  expect(restored).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(restored).toHaveBeenCalledWith(undefined);
  void persister.persistClient(copyOf(2));
  await vi.advanceTimersByTimeAsync(2000);
  store.hangs = false;
  tabs.alive.clear();
  expect(await (await openTab()).openDeviceCopy(MARA).persister.restoreClient()).toMatchObject({
    timestamp: 1,
  });
});
