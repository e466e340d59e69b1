import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '#tests/programs/open-database.ts';
import { type OperatorPlace, operate } from '#tests/worlds/operator.ts';
import { delegate } from './delegation.ts';
import { type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { emptyTwin } from './twin.ts';

const PEOPLE = 4;
const WRITERS_EACH = 4;

let program: Program;
let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'errand-online-'));
  program = await openProgram();
});
afterEach(async () => {
  await program.close();
  rmSync(home, { recursive: true });
});

/** What was acknowledged to one person: tasks by title, files by name, without those that were taken away again. */
interface Written {
  readonly tasks: Set<string>;
  readonly files: Set<string>;
  readonly removed: Set<string>;
}

const fileName = (person: Person, label: string): string =>
  `${person.id}/${label.replaceAll('.', '-').padEnd(24, 'x')}.txt`;

/** Adds tasks, delegates some, and puts and removes files, until told to stop. */
async function work(person: Person, writer: number, written: Written, isOver: () => boolean): Promise<void> {
  const { client, id } = person;
  const files = client.storage.from('task-attachments');
  for (let n = 0; !isOver(); n++) {
    const label = `${writer}.${n}`;
    const task = await client.from('tasks').insert({ title: label, user_id: id }).select('id').single();
    if (task.error === null) written.tasks.add(label);
    if (n % 8 === 3 && task.data) await delegate(program, person, task.data.id);
    const name = fileName(person, label);
    if ((await files.upload(name, new Blob([label], { type: 'text/plain' }))).error === null) {
      written.files.add(name);
    }
    if (n % 3 === 2) {
      const gone = fileName(person, `${writer}.${n - 1}`);
      written.removed.add(gone);
      await files.remove([gone]);
    }
  }
}

it('a backup while people write has all that was acknowledged before it, and each row has its file', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(program)));
  const written = people.map((): Written => ({ tasks: new Set(), files: new Set(), removed: new Set() }));
  let isOver = false;
  const writers = people.flatMap((person, at) =>
    Array.from({ length: WRITERS_EACH }, (_, writer) => {
      const own = written[at];
      if (!own) throw new Error('there is one for each');
      return work(person, writer, own, () => isOver);
    }),
  );
  const isUnderWay = () => written.every(({ tasks, files }) => tasks.size > 5 && files.size > 5);
  await vi.waitUntil(isUnderWay, { timeout: 60_000, interval: 20 });
  const before = written.map(({ tasks, files }) => ({ tasks: [...tasks], files: [...files] }));
  const place: OperatorPlace = {
    dataDir: program.place.dataDir,
    env: { ...program.place.env, PORT: new URL(program.url).port },
  };
  const saved = join(home, 'saved');
  await operate(place, 'backup', saved);
  isOver = true;
  await Promise.all(writers);

  const twin = await emptyTwin(place, join(home, 'data'));
  try {
    await operate(twin.place, 'restore', saved, '--erased', 'none');
    expect(await operate(twin.place, 'reconcile')).toMatchObject({ sound: true });
    const database = await openDatabase(twin.database);
    try {
      for (const [at, person] of people.entries()) {
        const tasks = await database.query<{ title: string }>(
          'select title from public.tasks where user_id = $1',
          [person.id],
        );
        const titles = new Set(tasks.map(({ title }) => title));
        expect(before[at]?.tasks.filter((title) => !titles.has(title))).toEqual([]);
        const kept = await database.query<{ name: string }>(
          'select name from storage.objects where name like $1',
          [`${person.id}/%`],
        );
        const names = new Set(kept.map(({ name }) => name));
        const removed = written[at]?.removed;
        expect(before[at]?.files.filter((name) => !names.has(name) && !removed?.has(name))).toEqual([]);
      }
      const versions = await database.query<{ version: string }>(
        'select version from storage.objects where version is not null',
      );
      const lost = versions.filter(
        ({ version }) => !existsSync(join(twin.place.dataDir, 'objects/files', version.slice(0, 2), version)),
      );
      expect(versions.length).toBeGreaterThan(PEOPLE);
      expect(lost).toEqual([]);
    } finally {
      await database.close();
    }
  } finally {
    await twin.remove();
  }
  expect(readdirSync(home).toSorted()).toEqual(expect.arrayContaining(['saved']));
});
