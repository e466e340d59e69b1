import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { toWhen } from '#domain/days.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { sampleTask } from '#web/lib/server/sample-rows.ts';
import { readGroup } from './read-window.ts';

const respond = vi.hoisted(() => vi.fn<(url: URL) => unknown>());
vi.mock('#web/lib/server/supabase.ts', () => ({
  supabase: async () =>
    createClient('http://errand.test', 'key', {
      global: { fetch: async (url) => Response.json(respond(new URL(new Request(url).url))) },
    }),
}));

const task = (id: string, more = {}) => ({
  ...sampleTask(id, { category: 'work', ...toWhen('today', currentDays()), ...more }),
  ai_runs: [],
  ai_responses: [],
});
const dragged = Array.from({ length: 230 }, (_, index) => task(`dragged ${index}`, { rank: 'a1' }));

beforeEach(() => void respond.mockReset());

test('a whole group has all of its dragged tasks, of which the first part has two hundred', async () => {
  const part = [...dragged.slice(0, 200), task('natural')];
  const later = task('later', { rank: 'a1', ...toWhen('future', currentDays()) });
  respond.mockImplementation(({ pathname }) =>
    pathname.endsWith('/rpc/pending_window') ? part : [...dragged, later],
  );
  const tasks = await readGroup({ category: 'work' }, 'today');
  expect(tasks.map(({ id }) => id).toSorted()).toEqual(
    [...dragged, task('natural')].map(({ id }) => id).toSorted(),
  );
  const [, read] = respond.mock.calls.map(([{ searchParams }]) => searchParams);
  expect(read?.get('category')).toBe('eq.work');
  expect(read?.get('rank')).toBe('not.is.null');
});

test('no more is read where the first part has all dragged tasks', async () => {
  respond.mockReturnValue([...dragged.slice(0, 199), task('natural')]);
  expect(await readGroup({}, 'today')).toHaveLength(200);
  expect(respond).toHaveBeenCalledTimes(1);
});
