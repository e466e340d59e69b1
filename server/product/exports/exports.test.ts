import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database, Row } from '#server/platform/db/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { OWNERS_PASSWORD } from '#tests/engines/test-owners.ts';
import { callerOf, makeProject, makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { countAnswers, type OpenProductWorld, openProductWorld } from '#tests/worlds/product-world.ts';
import { answering } from '#tests/worlds/scripted-tool.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { EXPORT_BUCKET, makeExport } from './make-export.ts';

const fileWork = createTestFileWork();
let database: Database;
let world: OpenProductWorld;
let ann: TestUser;

beforeAll(async () => {
  world = await openProductWorld();
  database = world.database;
});
beforeEach(async () => {
  world.jobs.delivering = true;
  ann = await makeUser(database, { fullName: 'Ann Archer' });
});
afterEach(() => assertInvariants(database));
afterAll(() => world.close());

const ask = (user: TestUser, by = world) => by.call('export-account', user, { password: OWNERS_PASSWORD });
const rowOf = async (user: TestUser): Promise<Row | undefined> =>
  (await database.query('select * from public.account_exports where user_id = $1', [user.id]))[0];
const archivesOf = (user: TestUser) =>
  database.query('select name from storage.objects where bucket_id = $1 and name like $2', [
    EXPORT_BUCKET,
    `${user.id}/%`,
  ]);

async function readyExport(user: TestUser): Promise<Map<string, Buffer>> {
  await vi.waitFor(async () => expect(await rowOf(user)).toMatchObject({ status: 'ready' }), {
    // A PDF in it is made by a process, which takes its time on a busy machine.
    timeout: 60_000,
  });
  const path = String((await rowOf(user))?.['path']);
  const [file] = await world.files.find(EXPORT_BUCKET, [path]);
  const bytes = file && (await world.files.read(file, Number.POSITIVE_INFINITY));
  if (!bytes) throw new Error('there is no archive');
  return readZip(bytes);
}

const json = (zip: Map<string, Buffer>, name: string) =>
  JSON.parse(zip.get(`data/${name}.json`)?.toString() ?? 'null');

/** A user with some of everything: an answered task with files, a project, a deleted task, a redeemed code. */
async function fillAccount(user: TestUser): Promise<string> {
  const projectId = await makeProject(database, user, { name: 'House' });
  const taskId = await makeTask(database, user, { title: 'Letter to the landlord', projectId });
  const path = await attachFile(database, world.files, user, {
    name: '../rent: 2026?.csv',
    bytes: Buffer.from('a,b\n1,2'),
  });
  await database.query('update public.user_settings set about_facts = $2 where user_id = $1', [
    user.id,
    'Two children',
  ]);
  const made = { name: 'plan.png', type: 'image/png', bytes: Buffer.from('a picture') };
  world.tool.script = [
    async (input, context) => ({ ...(await answering('Dear landlord')(input, context)), files: [made] }),
  ];
  const { run } = await world.delegate(user, taskId);
  await world.reach(run?.id ?? '', 'succeeded');
  const deleted = await makeTask(database, user, { title: 'Thrown away' });
  await runAsCaller(database, callerOf(user), [
    { text: 'delete from public.tasks where id = $1', values: [deleted] },
  ]);
  return path;
}

describe('an archive', () => {
  it('contains every row and file of the user, and nothing of others', async () => {
    const bea = await makeUser(database, { fullName: 'Bea Brook' });
    await fillAccount(bea);
    const path = await fillAccount(ann);
    const answer = await ask(ann);
    expect(answer).toMatchObject({ status: 202, export: { status: 'queued', size: null } });
    const zip = await readyExport(ann);

    const owned = await database.query<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'user_id' and table_name not in ('search_words', 'account_exports')`,
    );
    for (const { table_name: table } of owned) {
      const rows = await database.query(`select from public.${table} where user_id = $1`, [ann.id]);
      expect(json(zip, table), table).toHaveLength(rows.length);
    }
    expect(json(zip, 'profiles')).toMatchObject([{ full_name: 'Ann Archer', email: ann.email }]);
    expect(json(zip, 'user_settings')).toMatchObject([{ about_facts: 'Two children' }]);
    expect(json(zip, 'ai_runs')).toMatchObject([{ about: { facts: 'Two children' } }]);
    expect(json(zip, 'ai_responses')).toMatchObject([{ content: 'Dear landlord' }]);
    expect(json(zip, 'trash_contents')).toMatchObject([{ content: { task: { title: 'Thrown away' } } }]);
    expect(json(zip, 'account')).toMatchObject([{ email: ann.email }]);

    const random = path.split('/')[1]?.slice(0, 8);
    expect(zip.get(`files/attachments/${random}-__rent_ 2026_.csv`)?.toString()).toBe('a,b\n1,2');
    const results = [...zip.keys()].filter((name) => name.startsWith('files/results/'));
    expect(results).toEqual([expect.stringMatching(/^files\/results\/[\w-]{8}-plan\.png$/)]);
    expect(zip.get('README.txt')?.toString()).toContain('data/');

    expect(zip.get('README.txt')?.toString()).toContain('answers/');
    const everything = Buffer.concat([...zip.values()]).toString();
    expect(everything).not.toContain(bea.id);
    expect(everything).not.toContain('no password opens this');
    expect(await rowOf(ann)).toMatchObject({ files_total: 2, files_done: 2, size: expect.any(Number) });
    expect(world.mails.at(-1)).toMatchObject({ kind: 'export_ready' });
  });

  it('contains each answer as a PDF, named after its number and task', async () => {
    const taskId = await makeTask(database, ann, { title: 'Letter: to/from the landlord' });
    world.tool.script = [answering('Dear **landlord**')];
    const { run } = await world.delegate(ann, taskId);
    await world.reach(run?.id ?? '', 'succeeded');
    await ask(ann);
    const zip = await readyExport(ann);
    const pdf = zip.get('answers/0001-Letter_ to_from the landlord.pdf');
    const { pages } = await fileWork.readPdf(pdf ?? Buffer.alloc(0));
    expect(pages[0]).toContain('Dear landlord');
    expect(pages.at(-1)).toMatch(/^Receipt\nErrand No\. 0001/);
    expect(await rowOf(ann)).toMatchObject({ files_total: 1, files_done: 1 });
  });

  it('is made once for ten parallel requests, and the next one replaces it', async () => {
    world.jobs.delivering = false;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ann)));
    expect(countAnswers(answers)).toEqual({ 202: 10 });
    expect(new Set(answers.map((answer) => answer.export?.id)).size).toBe(1);
    const sent = world.jobs.sent.filter(
      ({ queue, payload }) =>
        queue === 'export-account' && JSON.stringify(payload).includes(answers[0]?.export?.id ?? '-'),
    );
    expect(sent).toHaveLength(1);
  });

  it('replaces the previous one', async () => {
    await ask(ann);
    await readyExport(ann);
    const first = await archivesOf(ann);
    await ask(ann);
    await readyExport(ann);
    const second = await archivesOf(ann);
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });

  it('expires after a day, when no link can be made to it any more', async () => {
    await ask(ann);
    await readyExport(ann);
    const seen = async () =>
      (
        await runAsCaller(database, callerOf(ann), [
          { text: "select from storage.objects where bucket_id = 'account-exports'" },
        ])
      )[0]?.rows.length;
    expect(await seen()).toBe(1);
    await database.query('update public.account_exports set expires_at = now() where user_id = $1', [ann.id]);
    expect(await seen()).toBe(0);
    await world.jobs.runScheduled('remove-old-exports');
    expect(await archivesOf(ann)).toEqual([]);
    expect(await rowOf(ann)).toBeUndefined();
  });

  it('of an account erased in the meantime can be found by nobody', async () => {
    world.jobs.delivering = false;
    await ask(ann);
    const row = await rowOf(ann);
    const erasing = {
      ...world.files,
      writeStream: async (file: Parameters<typeof world.files.writeStream>[0]) => {
        await database.query('select private.erase_account($1)', [ann.id]);
        await world.files.writeStream(file);
      },
    };
    const owners = {
      brandName: 'Errand',
      assertOwner: async () => ({ email: null }),
      tell: () => expect.unreachable(),
    };
    const deps = { database, files: erasing, fileWork, owners, log: silentLog };
    await makeExport(deps, String(row?.['id']), new AbortController().signal);
    expect(await archivesOf(ann)).toEqual([]);
  });

  it.each(['while the next one writes', 'after the next one is done'])(
    'stays, and is announced once, when a worker that was presumed dead wakes %s',
    async (moment) => {
      world.jobs.delivering = false;
      await ask(ann);
      const id = String((await rowOf(ann))?.['id']);
      const owners = { brandName: 'Errand', assertOwner: async () => ({ email: null }), tell: vi.fn() };
      const work = (beforeWriting: () => Promise<void>) => {
        const writeStream = async (file: Parameters<typeof world.files.writeStream>[0]) => {
          await beforeWriting();
          await world.files.writeStream(file);
        };
        const deps = { database, files: { ...world.files, writeStream }, fileWork, owners, log: silentLog };
        return makeExport(deps, id, new AbortController().signal);
      };
      const asleep = Promise.withResolvers<void>();
      const wakes = Promise.withResolvers<void>();
      const lost = work(() => {
        asleep.resolve();
        return wakes.promise;
      });
      await asleep.promise;
      const wake = () => {
        wakes.resolve();
        return lost;
      };
      await work(moment.startsWith('while') ? wake : async () => undefined);
      await wake();
      expect(await rowOf(ann)).toMatchObject({ status: 'ready', attempts: 2 });
      expect(await archivesOf(ann)).toHaveLength(1);
      expect(owners.tell).toHaveBeenCalledTimes(1);
    },
  );

  it('is not incomplete if a file could not be read', async () => {
    await fillAccount(ann);
    world.jobs.delivering = false;
    await ask(ann);
    const id = String((await rowOf(ann))?.['id']);
    const broken = { ...world.files, read: () => Promise.reject(new Error('the file store is away')) };
    const owners = {
      brandName: 'Errand',
      assertOwner: async () => ({ email: null }),
      tell: () => expect.unreachable(),
    };
    const deps = { database, files: broken, fileWork, owners, log: silentLog };
    await expect(makeExport(deps, id, new AbortController().signal)).rejects.toThrow(
      'the file store is away',
    );
    expect(await archivesOf(ann)).toEqual([]);
  });

  it('reads no more files once the process is stopping, and is left to the next one', async () => {
    await fillAccount(ann);
    world.jobs.delivering = false;
    await ask(ann);
    const id = String((await rowOf(ann))?.['id']);
    const stop = new AbortController();
    const read = vi.fn(async () => {
      stop.abort(new Error('the process is stopping'));
      return Buffer.from('the first of two');
    });
    const owners = {
      brandName: 'Errand',
      assertOwner: async () => ({ email: null }),
      tell: () => expect.unreachable(),
    };
    const deps = { database, files: { ...world.files, read }, fileWork, owners, log: silentLog };
    await expect(makeExport(deps, id, stop.signal)).rejects.toThrow('the process is stopping');
    expect(read).toHaveBeenCalledTimes(1);
    expect(await archivesOf(ann)).toEqual([]);
    expect(await rowOf(ann)).toMatchObject({ status: 'running', attempts: 1 });
  });

  it('is given up after three workers have failed, and can be requested again', async () => {
    world.jobs.delivering = false;
    await ask(ann);
    const id = String((await rowOf(ann))?.['id']);
    const full = { ...world.files, writeStream: () => Promise.reject(new Error('the disk is full')) };
    const owners = {
      brandName: 'Errand',
      assertOwner: async () => ({ email: null }),
      tell: () => expect.unreachable(),
    };
    const make = () =>
      makeExport(
        { database, files: full, fileWork, owners, log: silentLog },
        id,
        new AbortController().signal,
      );
    await expect(make()).rejects.toThrow('the disk is full');
    await expect(make()).rejects.toThrow('the disk is full');
    await make();
    expect(await rowOf(ann)).toMatchObject({ status: 'failed' });
    world.jobs.delivering = true;
    await ask(ann);
    await readyExport(ann);
  });
});

it.each([
  [{}, 400, 'reauthentication_needed'],
  [{ password: 'a guess' }, 400, 'current_password_invalid'],
  [{ password: OWNERS_PASSWORD, more: true }, 400, 'invalid_input'],
])('requested with %j returns %i %s, and makes none', async (body, status, code) => {
  expect(await world.call('export-account', ann, body)).toMatchObject({ status, code });
  expect(await rowOf(ann)).toBeUndefined();
});
