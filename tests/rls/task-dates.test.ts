import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Days, toDays, toWhen } from '#domain/days.ts';
import { TASK_TIMEFRAMES } from '#domain/task.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '../engines/database.ts';
import { callerOf, makeUser, type TestUser } from '../fixtures/factories.ts';

/** The day that a timeframe means, as the database keeps it for clients that know the column and those that don't. */

let test: TestDatabase;
let database: Database;
let ann: TestUser;
let utc: Days;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
  ann = await makeUser(database);
  utc = toDays(new Date().toISOString().slice(0, 10));
});
afterAll(() => test.close());

async function as(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const [result] = await runAsCaller(database, callerOf(ann), [{ text, values }]);
  return result?.rows ?? [];
}

const WHEN = 'timeframe, due_on::text, is_dated';
const add = (columns: object) =>
  as(
    `insert into public.tasks (title, ${Object.keys(columns).join(', ')})
     values ('A task', ${Object.keys(columns)
       .map((_, index) => `$${index + 1}`)
       .join(', ')}) returning id, ${WHEN}`,
    Object.values(columns),
  );
const change = (id: unknown, columns: object) =>
  as(
    `update public.tasks set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')}
     where id = $1 returning ${WHEN}`,
    [id, ...Object.values(columns)],
  );

describe('a timeframe without a day', () => {
  it.each(TASK_TIMEFRAMES)('gets the day that it means in UTC: %s', async (timeframe) => {
    const [added] = await add({ timeframe });
    expect(added).toMatchObject(toWhen(timeframe, utc));
    const [other] = await add({ timeframe: 'future', due_on: '2026-12-24', is_dated: true });
    expect(await change(other?.['id'], { timeframe, title: 'Changed' })).toEqual([
      timeframe === 'future' ? { timeframe, due_on: '2026-12-24', is_dated: true } : toWhen(timeframe, utc),
    ]);
  });

  it('means the Saturday to come, as in the browser', async () => {
    for (let day = toDays('2026-12-21'); day.today < '2027-01-05'; day = toDays(day.tomorrow)) {
      const sql = 'select private.day_meant($1, $2::date)::text as day';
      expect(await database.query(sql, ['next_weekend', day.today])).toEqual([{ day: day.saturday }]);
    }
  });
});

describe('a day that a client sends', () => {
  it('is kept, with the word', async () => {
    const [added] = await add({ timeframe: 'tomorrow', due_on: '2026-11-26' });
    expect(added).toMatchObject({ timeframe: 'tomorrow', due_on: '2026-11-26', is_dated: false });
    const dated = { timeframe: 'next_weekend', due_on: '2026-11-27', is_dated: true };
    expect(await change(added?.['id'], dated)).toEqual([dated]);
    expect(await change(added?.['id'], { is_completed: true, timeframe: 'next_weekend' })).toEqual([dated]);
  });

  it('is kept if it is the day of before under another word', async () => {
    // "Tomorrow" of yesterday is chosen as "today", by somebody whose day isn't that of UTC.
    const [added] = await add({ timeframe: 'tomorrow', due_on: '2026-11-26' });
    const [changed] = await change(added?.['id'], { timeframe: 'today', due_on: '2026-11-26' });
    expect(changed).toEqual({ timeframe: 'today', due_on: '2026-11-26', is_dated: false });
  });

  it('says nothing about the next change of the same transaction', async () => {
    const [added] = await add({ timeframe: 'tomorrow', due_on: '2026-11-26' });
    const ids = [added?.['id']];
    const [, changed] = await runAsCaller(database, callerOf(ann), [
      { text: "update public.tasks set due_on = '2026-11-20' where id = $1", values: ids },
      {
        text: `update public.tasks set timeframe = 'today' where id = $1 returning ${WHEN}`,
        values: ids,
      },
    ]);
    expect(changed?.rows).toEqual([toWhen('today', utc)]);
  });

  it('is a day of the calendar', async () => {
    await expect(add({ due_on: 'infinity' })).rejects.toMatchObject({ code: '23514' });
    expect(await add({ timeframe: 'future', is_dated: true })).toMatchObject([{ is_dated: false }]);
  });
});

const MIGRATION = path.join(import.meta.dirname, '../../database/product/0017_timeframe_dates.sql');

describe('tasks from before the column existed', () => {
  it('keep their words, and move only by a day that is still ahead everywhere', async () => {
    const rows = await database.transaction(async (tx) => {
      for (const name of ['date_given', 'date_task']) await tx.query(`drop trigger ${name} on public.tasks`);
      // With the later functions that read them.
      await tx.query('alter table public.tasks drop column due_on cascade, drop column is_dated cascade');
      for (const name of ['day_meant(text, date)', 'note_given_day()', 'date_task()'])
        await tx.query(`drop function private.${name}`);
      await tx.query('delete from public.tasks');
      for (const [title, timeframe, changed, done] of [
        ['old today', 'today', '2026-01-05T10:00:00Z', false],
        ['old tomorrow', 'tomorrow', '2026-01-05T10:00:00Z', false],
        ['today', 'today', new Date().toISOString(), false],
        ['tomorrow', 'tomorrow', new Date().toISOString(), false],
        ['done', 'tomorrow', new Date().toISOString(), true],
        ['future', 'future', new Date().toISOString(), false],
      ])
        await tx.query(
          `insert into public.tasks (user_id, title, timeframe, updated_at, is_completed) values ($1, $2, $3, $4, $5)`,
          [ann.id, title, timeframe, changed, done],
        );
      const before = await tx.query('select id, updated_at from public.tasks order by id');
      await tx.exec(readFileSync(MIGRATION, 'utf8'));
      expect(await tx.query('select id, updated_at from public.tasks order by id')).toEqual(before);
      return tx.query('select title, due_on::text from public.tasks where due_on is not null');
    });
    expect(rows).toEqual([{ title: 'tomorrow', due_on: utc.tomorrow }]);
  });
});
