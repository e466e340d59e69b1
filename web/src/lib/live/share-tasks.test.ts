import { expect, it } from 'vitest';
import { createQueryClient } from '../server/query-client.ts';
import { sampleListed, sampleTask } from '../server/sample-rows.ts';
import { shareTasks } from './share-tasks.ts';
import { type CompletedPage, forgetRemoval, putTask, removeTask } from './task-cache.ts';

const page = (ids: string[], total = ids.length): CompletedPage => ({
  rows: ids.map((id) => sampleListed(sampleTask(id))),
  total,
});

it("keeps the list's identity if a refetch changed nothing", () => {
  const before = page(['a', 'b']);
  expect(shareTasks(before, structuredClone(before))).toBe(before);
  expect(shareTasks(before, before)).toBe(before);
});

it('keeps the identity of each remaining row, whatever its index', () => {
  const before = page(['a', 'b', 'c']);
  const after = shareTasks(before, page(['c', 'a'], 2)) as CompletedPage;
  expect(after).not.toBe(before);
  expect(after.total).toBe(2);
  expect(after.rows[0]).toBe(before.rows[2]);
  expect(after.rows[1]).toBe(before.rows[0]);
});

it('passes other data through unchanged', () => {
  expect(shareTasks(undefined, 1)).toBe(1);
  expect(shareTasks(page(['a']), null)).toBeNull();
});

it('does not restore a task deleted during the fetch, unless it was restored', () => {
  const client = createQueryClient();
  const before = page(['a']);
  removeTask(client, 'b');
  expect(shareTasks(before, page(['a', 'b']))).toMatchObject({ rows: [{ id: 'a' }] });
  forgetRemoval('b');
  expect(shareTasks(before, page(['a', 'b']))).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }] });
  removeTask(client, 'b');
  putTask(client, sampleTask('b'));
  expect(shareTasks(before, page(['a', 'b']))).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }] });
});
