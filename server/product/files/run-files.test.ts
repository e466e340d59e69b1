import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ATTACHMENT_BUCKET, OUTPUT_BUCKET } from '#domain/attachments.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { losingAnswers } from '#tests/engines/wrapped/losing-answers.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { responsesOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type ProductWorld } from '#tests/worlds/product-world.ts';
import {
  answering,
  createScriptedTool,
  failing,
  type ScriptedTool,
  type ToolScript,
} from '#tests/worlds/scripted-tool.ts';
import type { MadeFile } from '../ai/tool.ts';
import { removeUnusedFiles } from './remove-unused-files.job.ts';

let test: TestDatabase;
let database: Database;
let tool: ScriptedTool;
let world: ProductWorld;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
beforeEach(async () => {
  tool = createScriptedTool('real', 'doc_summary');
  world = createProductWorld(database, { tool, limits: { retryDelay: 5, drain: 0, sweep: 100 } });
  await world.product.start();
});
afterEach(async () => {
  await world.product.stop();
  await assertInvariants(database);
});
afterAll(() => test.close());

const PDF = makePdf(['A page with enough text on it to be taken for a page that can be read.']);
const MADE: MadeFile = {
  name: 'hall.png',
  type: 'image/png',
  bytes: Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'),
  width: 3,
  height: 2,
};

async function begin(
  ...script: ToolScript[]
): Promise<{ user: TestUser; taskId: string; runId: string; path: string }> {
  if (script.length > 0) tool.script = script;
  const user = await makeUser(database);
  const path = await attachFile(database, world.files, user, { name: 'terms.pdf', bytes: PDF });
  const taskId = await makeTask(database, user);
  const { run } = await world.delegate(user, taskId, { ai_task_type: 'doc_summary', attachments: [path] });
  if (!run) throw new Error('the delegation was refused');
  return { user, taskId, runId: run.id, path };
}

/** A summary as it is promised: of a page, with a source. */
const summarising: ToolScript = async (input, context) => ({
  ...(await answering('The deposit is paid back within thirty days.')(input, context)),
  evidence: {
    sources: [{ n: 1, url: '', host: '', title: 'Terms', date: null, read_at: '2026-11-27', quotes: [] }],
    pages_read: 1,
    unread: [],
    unverified: [],
    open: [],
  },
});

const making =
  (...files: MadeFile[]): ToolScript =>
  async (input, context) => ({
    ...(await summarising(input, context)),
    files,
  });

describe('the files of a run', () => {
  it("are read by its tool, under their owner's names", async () => {
    const read: Buffer[] = [];
    const { runId } = await begin(async (input, context) => {
      for (const file of input.files) read.push(await file.read());
      return summarising(input, context);
    });
    await world.reach(runId, 'succeeded');
    expect(tool.inputs[0]?.files).toMatchObject([{ name: 'terms.pdf', type: 'application/pdf' }]);
    expect(read).toEqual([PDF]);
  });

  it('that were replaced after the check end it with a refund', async () => {
    const { user, runId } = await begin(async (input, context) => {
      await database.query(
        `update storage.objects set metadata = metadata || '{"eTag": "another"}' where bucket_id = $1`,
        [ATTACHMENT_BUCKET],
      );
      for (const file of input.files) await file.read();
      return summarising(input, context);
    });
    expect(await world.reach(runId, 'failed')).toMatchObject({
      error_code: 'unusable_file',
      error_message: 'Failed to read file content',
    });
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('that it made are stored and listed with the answer', async () => {
    const { user, taskId, runId } = await begin(making(MADE));
    await world.reach(runId, 'succeeded');
    const [response] = await responsesOf(database, runId);
    const { bytes, ...facts } = MADE;
    expect(response?.files).toEqual([
      {
        ...facts,
        bucket: OUTPUT_BUCKET,
        path: expect.stringMatching(`^${user.id}/[\\w-]{22,}\\.png$`),
        size: bytes.length,
      },
    ]);
    const [known] = await world.files.find(OUTPUT_BUCKET, await pathsOf(OUTPUT_BUCKET, user));
    expect(known && (await world.files.read(known, 1000))).toEqual(bytes);
    expect(
      await database.query(
        'select name, run_id from public.task_files where task_id = $1 order by created_at',
        [taskId],
      ),
    ).toEqual([
      { name: 'terms.pdf', run_id: null },
      { name: 'hall.png', run_id: runId },
    ]);
  });

  it('stay with its answer although the acknowledgement of the commit was lost', async () => {
    await world.product.stop();
    const lossy = losingAnswers(database, 'private.finish_run');
    world = createProductWorld(lossy.database, { tool, limits: { drain: 0 } });
    await world.product.start();
    const { user, runId } = await begin(making(MADE));
    await world.reach(runId, 'succeeded');
    await world.product.stop();
    expect(lossy.lost()).toBe(1);
    expect(await pathsOf(OUTPUT_BUCKET, user)).toHaveLength(1);
    expect(await creditsUsed(database, user)).toBe(1);
  });

  it('stay even if its task was trashed before the answer could be written again', async () => {
    await world.product.stop();
    const lossy = losingAnswers(database, 'private.finish_run');
    world = createProductWorld(lossy.database, { tool, limits: { drain: 0 } });
    await world.product.start();
    const { user, taskId, runId } = await begin(making(MADE));
    await world.reach(runId, 'succeeded');
    await database.query('delete from public.tasks where id = $1', [taskId]);
    await world.product.stop();
    expect(lossy.lost()).toBe(1);
    expect(await pathsOf(OUTPUT_BUCKET, user)).toHaveLength(1);
  });

  it('that were stored just before it was cancelled are removed', async () => {
    const write = world.files.write.bind(world.files);
    const stored: string[] = [];
    let cancel = async (): Promise<unknown> => undefined;
    vi.spyOn(world.files, 'write').mockImplementation(async (file) => {
      await write(file);
      if (file.bucket !== OUTPUT_BUCKET) return;
      stored.push(file.path);
      await cancel();
    });
    const gate = Promise.withResolvers<void>();
    const { user, runId } = await begin(async (input, context) => {
      await gate.promise;
      return making(MADE)(input, context);
    });
    cancel = () => world.cancel(user, runId);
    gate.resolve();
    await world.reach(runId, 'cancelled');
    await world.product.stop();
    expect(stored).toHaveLength(1);
    expect(await pathsOf(OUTPUT_BUCKET, user)).toEqual([]);
  });
});

describe('the removal of unused files', () => {
  it('takes uploads that were never attached, once they are a day old', async () => {
    const { user, path } = await begin();
    await attachFile(database, world.files, user, { name: 'left.pdf', bytes: PDF });
    await remove();
    expect(await pathsOf(ATTACHMENT_BUCKET, user)).toHaveLength(2);
    await age(user);
    await remove();
    expect(await pathsOf(ATTACHMENT_BUCKET, user)).toEqual([path]);
  });

  it('leaves the files of a task in the trash', async () => {
    const { user, taskId, runId, path } = await begin(making(MADE));
    await world.reach(runId, 'succeeded');
    await age(user);
    await database.query('delete from public.tasks where id = $1', [taskId]);
    await remove();
    expect(await pathsOf(ATTACHMENT_BUCKET, user)).toEqual([path]);
    expect(await pathsOf(OUTPUT_BUCKET, user)).toHaveLength(1);
  });

  it('takes those of a permanently deleted task', async () => {
    const { user, taskId, runId } = await begin(failing('refused'));
    await world.reach(runId, 'failed');
    await age(user);
    await database.query('delete from public.tasks where id = $1', [taskId]);
    await database.query('delete from public.trash where id = $1', [taskId]);
    await remove();
    expect(await pathsOf(ATTACHMENT_BUCKET, user)).toEqual([]);
    expect(await database.query('select from public.task_files where task_id = $1', [taskId])).toEqual([]);
  });
});

const remove = (): Promise<void> => removeUnusedFiles(database, new AbortController().signal);

async function pathsOf(bucket: string, user: TestUser): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1 and owner_id = $2 order by name',
    [bucket, user.id],
  );
  return rows.map(({ name }) => name);
}

async function age(user: TestUser): Promise<void> {
  const day = "created_at - interval '25 hours'";
  await database.query(`update storage.objects set created_at = ${day} where owner_id = $1`, [user.id]);
  await database.query(`update public.task_files set created_at = ${day} where user_id = $1`, [user.id]);
}
