import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resultMail } from '#domain/functions/answers.ts';
import { silentLog } from '#server/lib/log.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type Mail, MailError } from '#server/providers/mailer/mailer.ts';
import { createTestOwners } from '#tests/engines/test-owners.ts';
import { callerOf, makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import {
  countAnswers,
  createProductWorld,
  type OpenProductWorld,
  openProductWorld,
} from '#tests/worlds/product-world.ts';
import { answering } from '#tests/worlds/scripted-tool.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { MOST_BYTES, type SendResultDeps, sendResult } from './send-result.ts';

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
  ann = await makeUser(database);
});
afterAll(() => world.close());

const ask = (user: TestUser, runId: string, by: Pick<OpenProductWorld, 'call'> = world) =>
  by.call('mail-result', user, { run_id: runId });

async function finishedRun(
  user: TestUser,
  title = 'Letter to the landlord',
  files: object[] = [],
): Promise<string> {
  world.tool.script = [
    async (input, context) => ({
      ...(await answering('Dear **landlord**')(input, context)),
      files: files.map((file) => ({
        name: 'plan.png',
        type: 'image/png',
        bytes: Buffer.from('a picture'),
        ...file,
      })),
    }),
  ];
  const { run } = await world.delegate(user, await makeTask(database, user, { title }));
  return (await world.reach(run?.id ?? '', 'succeeded')).id;
}

const mailsTo = ({ email }: TestUser): Mail[] =>
  world.mails.filter(({ kind, to }) => kind === 'result' && to === email);
const rowOf = async (id = '') =>
  resultMail.parse((await database.query('select * from public.result_mails where id = $1', [id]))[0]);
const untilStatus = (id: string | undefined, status: string) =>
  // Its PDF is made by a process, which takes its time on a busy machine.
  vi.waitFor(async () => expect(await rowOf(id)).toMatchObject({ status }), { timeout: 60_000 });

/** A mail whose job nobody has done yet. */
async function waiting(user: TestUser, runId: string): Promise<string> {
  world.jobs.delivering = false;
  const { mail } = await ask(user, runId);
  return mail?.id ?? '';
}

interface Sending {
  readonly mails: Mail[];
  readonly deps: SendResultDeps;
}
/** A worker, whose mails are kept unless `refuse` throws. */
function worker(refuse: () => void = () => undefined, more: Partial<SendResultDeps> = {}): Sending {
  const mails: Mail[] = [];
  const owners = createTestOwners(mails);
  const send: typeof owners.send = async (compose) => {
    refuse();
    await owners.send(compose);
  };
  return {
    mails,
    deps: {
      database,
      files: world.files,
      fileWork,
      owners: { brandName: 'Errand', send },
      log: silentLog,
      ...more,
    },
  };
}
const { signal } = new AbortController();

describe('a result by mail', () => {
  it('goes to the address of whoever asked, with its PDF under the name of the download', async () => {
    const runId = await finishedRun(ann, 'Lettre à\nLéa');
    const { status, mail } = await ask(ann, runId);
    expect({ status, mail }).toMatchObject({ status: 202, mail: { status: 'queued', email: ann.email } });
    await untilStatus(mail?.id, 'sent');
    const [sent, ...others] = mailsTo(ann);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ id: mail?.id, subject: 'Your result: Lettre à Léa' });
    expect(sent?.text).toContain('The result of “Lettre à Léa” is attached as a PDF.');
    expect(sent?.text, 'what a model wrote').not.toContain('landlord');
    const [pdf] = sent?.attachments ?? [];
    expect(pdf).toMatchObject({
      name: expect.stringMatching(/^lettre-a-lea-\d{8}-\d{4}\.pdf$/),
      type: 'application/pdf',
    });
    expect((await fileWork.readPdf(pdf?.content ?? Buffer.alloc(0))).pages[0]).toContain('Dear landlord');
  });

  it('has its receipt, unless that is not wanted', async () => {
    const runId = await finishedRun(ann);
    const lastPage = async (more: object): Promise<string | undefined> => {
      const { mail } = await world.call('mail-result', ann, { run_id: runId, ...more });
      await untilStatus(mail?.id, 'sent');
      await database.query("update public.result_mails set finished_at = now() - interval '11 seconds'");
      const pdf = mailsTo(ann).at(-1)?.attachments?.[0]?.content ?? Buffer.alloc(0);
      return (await fileWork.readPdf(pdf)).pages.at(-1);
    };
    expect(await lastPage({})).toMatch(/^Receipt\n/);
    expect(await lastPage({ with_receipt: false })).toMatch(/^Letter to the landlord\n/);
  });

  it('that is a picture has the picture', async () => {
    const { mail } = await ask(ann, await finishedRun(ann, 'A plan', [{}]));
    await untilStatus(mail?.id, 'sent');
    expect(mailsTo(ann)[0]?.attachments).toEqual([
      {
        name: expect.stringMatching(/^a-plan-[\d-]+\.png$/),
        type: 'image/png',
        content: Buffer.from('a picture'),
      },
    ]);
    expect(mailsTo(ann)[0]?.text).toContain('attached as an image');
  });

  it('is sent once, however often it is asked for while it is on its way, and again a while later', async () => {
    const runId = await finishedRun(ann);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(ann, runId)));
    const id = answers[0]?.mail?.id;
    expect(answers.map(({ mail }) => mail?.id)).toEqual([id, id, id, id]);
    await untilStatus(id, 'sent');
    expect((await ask(ann, runId)).mail).toMatchObject({ id, status: 'sent' });
    expect(mailsTo(ann)).toHaveLength(1);
    await database.query("update public.result_mails set finished_at = now() - interval '11 seconds'");
    const later = await ask(ann, runId);
    await untilStatus(later.mail?.id, 'sent');
    expect(mailsTo(ann)).toHaveLength(2);
  });

  it('of somebody else is not found, nor is who else has sent what', async () => {
    const bea = await makeUser(database);
    const runId = await finishedRun(ann);
    expect(await ask(bea, runId)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await ask(bea, bea.id)).toMatchObject({ status: 404, code: 'not_found' });
    const { mail } = await ask(ann, runId);
    await untilStatus(mail?.id, 'sent');
    const seenBy = async (user: TestUser) =>
      (await runAsCaller(database, callerOf(user), [{ text: 'select id from public.result_mails' }]))[0]
        ?.rows;
    expect(await seenBy(bea)).toEqual([]);
    expect(await seenBy(ann)).toEqual([{ id: mail?.id }]);
    expect(mailsTo(bea)).toEqual([]);
  });

  it('that isn’t finished is refused', async () => {
    const { user, runId } = await world.begin(() => new Promise(() => {}));
    expect(await ask(user, runId)).toMatchObject({ status: 409, code: 'not_finished' });
    await world.cancel(user, runId);
  });

  it('goes to no address that is not confirmed, also if it changes on the way', async () => {
    const runId = await finishedRun(ann);
    const id = await waiting(ann, runId);
    await database.query("update auth.users set email = 'new-' || email where id = $1", [ann.id]);
    const { deps, mails } = worker();
    await sendResult(deps, id, signal);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error_code: 'refused' });
    expect(mails).toEqual([]);
    await database.query('update auth.users set email_confirmed_at = null where id = $1', [ann.id]);
    expect(await ask(ann, runId)).toMatchObject({ status: 409, code: 'no_confirmed_address' });
  });

  it('is refused where no mail can be sent, and after twenty in an hour', async () => {
    const runId = await finishedRun(ann);
    const without = createProductWorld(database, { canMail: false });
    expect(await ask(ann, runId, without)).toMatchObject({ status: 503, code: 'mail_unavailable' });
    world.jobs.delivering = false;
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(ann, runId)));
    expect(countAnswers(answers)).toEqual({ '202': 20, '429 too_many_mails': 5 });
  });
});

describe('sending a result', () => {
  it.each([
    ['the address is refused', new MailError('no', { retryable: false }), 'refused'],
    ['the mail is too large', new MailError('no', { retryable: false, isTooLarge: true }), 'too_large'],
  ])('ends at once when %s', async (_when, error, reason) => {
    const id = await waiting(ann, await finishedRun(ann));
    const { deps } = worker(() => {
      throw error;
    });
    await sendResult(deps, id, signal);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error_code: reason });
    // It can be tried again.
    expect((await ask(ann, await finishedRun(ann))).status).toBe(202);
  });

  it('is tried three times while the mail server is away, with one id', async () => {
    const id = await waiting(ann, await finishedRun(ann));
    let refusals = 2;
    const { deps, mails } = worker(() => {
      refusals -= 1;
      if (refusals >= 0) throw new MailError('away', { retryable: true });
    });
    await expect(sendResult(deps, id, signal)).rejects.toThrow('away');
    await expect(sendResult(deps, id, signal)).rejects.toThrow('away');
    expect(await rowOf(id)).toMatchObject({ status: 'sending' });
    await sendResult(deps, id, signal);
    expect(await rowOf(id)).toMatchObject({ status: 'sent' });
    await sendResult(deps, id, signal);
    expect(mails.map((mail) => mail.id)).toEqual([id]);
  });

  it('is given up after the third, and says so', async () => {
    const id = await waiting(ann, await finishedRun(ann));
    const { deps } = worker(() => {
      throw new MailError('away', { retryable: true });
    });
    for (const _time of [1, 2]) await expect(sendResult(deps, id, signal)).rejects.toThrow('away');
    await sendResult(deps, id, signal);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', error_code: 'unavailable' });
  });

  it.each(['has sent it', 'is sending it'])('leaves it to another worker that %s', async (what) => {
    const id = await waiting(ann, await finishedRun(ann));
    const second = worker();
    const slow = worker(undefined, {
      fileWork: {
        writeResult: async (result, stop) => {
          if (what === 'has sent it') await sendResult(second.deps, id, signal);
          else
            await database.query('update public.result_mails set attempts = attempts + 1 where id = $1', [
              id,
            ]);
          return fileWork.writeResult(result, stop);
        },
      },
    });
    await expect(sendResult(slow.deps, id, signal)).rejects.toThrow('another worker');
    expect(slow.mails).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: what === 'has sent it' ? 'sent' : 'sending' });
  });

  it('mails nothing that is larger than mail servers take, nor what was deleted', async () => {
    const large = await waiting(ann, await finishedRun(ann));
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const { deps, mails } = worker(undefined, {
      fileWork: { writeResult: async () => ({ bytes, pages: 1 }) },
    });
    await sendResult(deps, large, signal);
    expect(await rowOf(large)).toMatchObject({ status: 'failed', error_code: 'too_large' });
    const gone = await waiting(ann, await finishedRun(ann));
    await runAsCaller(database, callerOf(ann), [{ text: 'delete from public.tasks' }]);
    await sendResult(deps, gone, signal);
    expect(mails).toEqual([]);
    const rows = await database.query('select from public.result_mails where user_id = $1', [ann.id]);
    expect(rows, 'gone with their results').toEqual([]);
  });

  it('does not hold up another one for longer than a quarter of an hour', async () => {
    const runId = await finishedRun(ann);
    const lost = await waiting(ann, runId);
    await database.query(
      "update public.result_mails set created_at = now() - interval '16 minutes' where id = $1",
      [lost],
    );
    world.jobs.delivering = true;
    const { mail } = await ask(ann, runId);
    expect(mail?.id).not.toBe(lost);
    await untilStatus(mail?.id, 'sent');
    expect(await rowOf(lost)).toMatchObject({ status: 'failed', error_code: 'unavailable' });
  });
});
