import { describe, expect, it } from 'vitest';
import { sampleListed, sampleTask } from '#web/lib/server/sample-rows.ts';
import { applyChanges, readTaskChange, type TaskChange } from './task-change.ts';

const fields = { title: 'Buy boxes', category: 'work', priority: 'high', timeframe: 'future' } as const;

const listed = (id: string) => sampleListed(sampleTask(id, { client_id: `client-${id}` }));
const tasks = [listed('a'), listed('b')];

describe('unconfirmed changes', () => {
  it('show a new task on top, marked as unsent', () => {
    const [first, ...rest] = applyChanges(tasks, [{ kind: 'add', client_id: 'c', fields, project_id: null }]);
    expect(first).toMatchObject({ title: 'Buy boxes', isUnsent: true, isNew: true });
    expect(rest).toEqual(tasks);
  });

  it('show a new task once if a live update brings it before it is confirmed', () => {
    expect(applyChanges(tasks, [{ kind: 'add', client_id: 'client-a', fields, project_id: null }])).toEqual(
      tasks,
    );
  });

  it('apply in the order they were made', () => {
    const changes: TaskChange[] = [
      { kind: 'complete', id: 'a', is_completed: true },
      { kind: 'edit', id: 'a', fields },
      { kind: 'complete', id: 'a', is_completed: false },
    ];
    expect(applyChanges(tasks, changes)[0]).toMatchObject({ ...fields, is_completed: false, isUnsent: true });
  });

  it('hide a deleted task', () => {
    expect(applyChanges(tasks, [{ kind: 'delete', id: 'a' }])).toEqual([tasks[1]]);
  });

  it('place several at once, each with its own values, and one as an earlier version queued it', () => {
    const places = [
      { id: 'b', rank: 'a1', project_id: null },
      { id: 'a', rank: null },
    ];
    const [a, b] = tasks.map((task) => ({ ...task, rank: 'a5', project_id: 'p' }));
    if (!a || !b) throw new Error('two tasks are needed');
    const untouched = listed('c');
    const shown = applyChanges([a, b, untouched], [{ kind: 'place_many', places }]);
    expect(shown).toEqual([
      { ...a, rank: null, isUnsent: true },
      { ...b, rank: 'a1', project_id: null, isUnsent: true },
      untouched,
    ]);
    expect(shown[2]).toBe(untouched);
    const queued = readTaskChange({ kind: 'place', id: 'a', values: { rank: 'a7' } });
    expect(applyChanges([a, b], queued ? [queued] : [])).toEqual([{ ...a, rank: 'a7', isUnsent: true }, b]);
  });

  it('change or hide several at once, and only the given fields', () => {
    const moved: TaskChange = { kind: 'change_many', ids: ['a', 'b'], values: { timeframe: 'future' } };
    const shown = applyChanges(tasks, [moved, { kind: 'delete_many', ids: ['b'] }]);
    expect(shown).toEqual([{ ...tasks[0], timeframe: 'future', isUnsent: true }]);
    const out: TaskChange = { kind: 'change_many', ids: ['a'], values: { project_id: null } };
    expect(applyChanges(tasks, [out])[0]).toMatchObject({ project_id: null, is_completed: false });
  });

  it('show a changed timeframe under its word at once, with its day if the change has one', () => {
    const [dated] = [sampleListed(sampleTask('d', { due_on: '2026-11-20', timeframe: 'today' }))];
    const edited = (change: Partial<typeof fields & { due_on: string }>) =>
      applyChanges([dated], [{ kind: 'edit', id: 'd', fields: { ...fields, ...change } }])[0];
    expect(edited({ due_on: '2026-11-27' })).toMatchObject({ timeframe: 'future', due_on: '2026-11-27' });
    // As queued by an earlier version.
    expect(edited({})).toMatchObject({ timeframe: 'future', due_on: null });
    expect(readTaskChange({ kind: 'edit', id: 'd', fields })).toEqual({ kind: 'edit', id: 'd', fields });
  });

  it("keep every other row's identity, so that it is not re-rendered", () => {
    const shown = applyChanges(tasks, [{ kind: 'complete', id: 'a', is_completed: true }]);
    expect(shown[1]).toBe(tasks[1]);
  });

  it('leave no trace after a refusal', () => {
    expect(applyChanges(tasks, [])).toEqual(tasks);
  });

  it('can be stored and parsed, and nothing else is accepted', () => {
    const change: TaskChange = { kind: 'add', client_id: 'c', fields, project_id: null };
    expect(readTaskChange(JSON.parse(JSON.stringify(change)))).toEqual(change);
    expect(readTaskChange({ kind: 'add', client_id: 'c' })).toBeUndefined();
    expect(readTaskChange(undefined)).toBeUndefined();
  });
});
