import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { messages } from '#domain/messages.ts';
import type { WhyUnusable } from '#server/product/files/file-facts.ts';
import { TABLES } from '#tests/bombs/csv.ts';
import { DISGUISES, PDF } from '#tests/bombs/disguises.ts';
import { CONTENTS } from '#tests/bombs/pdf-content.ts';
import { STRUCTURES } from '#tests/bombs/pdf-structure.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { isLong } from '#tests/long-run.ts';
import { accepted, delegate, untilEnded } from './delegation.ts';
import { creditsLeft, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

const BUCKET = 'task-attachments';
let program: Program;
let person: Person;
let task: string;
/** What she has. */
let credits = 0;

beforeAll(async () => {
  program = await openProgram();
  person = await signUp(program);
  task = await addTask(person);
  credits = await creditsLeft(person);
});
afterEach(async () => {
  expect(await creditsLeft(person)).toBe(credits);
  await expectSoundAccount(person);
});
afterAll(() => program.close());

/** As the form does it. Answers where it lies. */
async function upload(bytes: Buffer, extension: string, declared: string): Promise<string> {
  const path = `${person.id}/${randomUUID()}.${extension}`;
  const options = { contentType: declared, metadata: { name: `a.${extension}` } };
  const { error } = await person.client.storage.from(BUCKET).upload(path, bytes, options);
  expect(error).toBeNull();
  return path;
}

const hand = (type: AiTaskType, path: string) =>
  delegate(program, person, task, { more: { ai_task_type: type, attachments: [path] } });

const refusal = (message: string) => ({ status: 422, body: { code: 'unusable_file', message } });

describe('a file that is something else than its name says is refused before a credit is taken', () => {
  /** Each content for one of the tools that it would fool, for its kind is read by itself in server/product/files. */
  const each = [...Map.groupBy(DISGUISES, ({ what }) => what).values()].flatMap((same, at) =>
    same.filter((_disguise, nth) => isLong || nth === at % same.length),
  );
  const cases = each.map((disguise) => [disguise.what, disguise.extension, disguise] as const);

  it.each(cases)('%s as .%s', async (_what, extension, { bytes, declared, type, message }) => {
    const path = await upload(bytes, extension, declared);
    expect(await hand(type, path)).toMatchObject(refusal(message));
    expect(program.calls()).toBe(0);
    // A browser that is led to it downloads it: nothing of it is drawn or run.
    const { data } = await person.client.storage.from(BUCKET).createSignedUrl(path, 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    const isPicture = headers.get('content-type') === 'image/gif';
    expect(headers.get('content-disposition')).toMatch(isPicture ? /^inline;/ : /^attachment;/);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a file that is two things is the one that a tool reads', () => {
  const page = Buffer.from('<script>alert(1)</script>PK\x05\x06');

  it.each([
    ['a PDF', 'doc_summary', 'pdf', 'application/pdf', async () => PDF, /^attachment;/],
    ['a picture', 'image_edit', 'png', 'image/png', () => makePicture(), /^inline;/],
  ] as const)('%s with a web page behind it', async (_what, type, extension, declared, make, shown) => {
    const path = await upload(Buffer.concat([await make(), page]), extension, declared);
    const run = await accepted(program, person, task, { ai_task_type: type, attachments: [path] });
    expect(run.options).toMatchObject({ attachments: [{ type: declared }] });
    await untilEnded(person, run.id, 60_000);
    credits = await creditsLeft(person);
    const { data } = await person.client.storage.from(BUCKET).createSignedUrl(path, 60);
    const { headers } = await fetch(data?.signedUrl ?? '');
    expect(headers.get('content-type')).toBe(declared);
    expect(headers.get('content-disposition')).toMatch(shown);
  });
});

describe('a file that is built to break its reader costs nothing', () => {
  const SAYS: Partial<Record<WhyUnusable, string>> = {
    empty: 'is empty',
    locked: 'is password-protected. Save a copy without the password and attach that',
    broken: 'is damaged or incomplete. Save or download it again and attach the new copy',
    too_big: 'is too large to open. Save a smaller copy and attach that',
    too_long: 'has more than 1,000 pages. Keep only the ones you need and attach it again',
    too_wide: 'has more than 200 columns. Keep only the ones you need and attach it again',
  };
  const refused = (name: string, why: WhyUnusable = 'unknown'): string => {
    const says = SAYS[why];
    return says
      ? messages.attachments.processingFailed(`“${name}” ${says}.`)
      : messages.delegation.unsupportedFile;
  };

  /** One of each kind, for each is read by itself in server/product/files; all of them in a long run. */
  const some = <T extends { readonly why?: WhyUnusable }>(bombs: readonly T[]): readonly T[] =>
    isLong ? bombs : bombs.filter(({ why }, at) => bombs.findIndex((other) => other.why === why) === at);

  const pdfs = some([...STRUCTURES, ...CONTENTS].filter(({ why }) => why)).map(
    (bomb) => [bomb.what, bomb] as const,
  );
  it.each(pdfs)('a PDF %s', async (_what, { make, why }) => {
    const path = await upload(make(), 'pdf', 'application/pdf');
    expect(await hand('doc_summary', path)).toMatchObject(refusal(refused('a.pdf', why)));
  });

  const tables = some(TABLES.filter(({ why }) => why)).map((bomb) => [bomb.what, bomb] as const);
  it.each(tables)('a table %s', async (_what, { make, why }) => {
    const path = await upload(make(), 'csv', 'text/csv');
    expect(await hand('data_analysis', path)).toMatchObject(refusal(refused('a.csv', why)));
  });

  const late = some(TABLES.filter(({ rows }) => rows === null)).map((bomb) => [bomb.what, bomb] as const);
  it.each(late)('a table %s, of which that is seen when it is read', async (_what, { make }) => {
    const path = await upload(make(), 'csv', 'text/csv');
    const run = await accepted(program, person, task, { ai_task_type: 'data_analysis', attachments: [path] });
    expect(await untilEnded(person, run.id, 60_000)).toMatchObject({
      status: 'failed',
      error_code: 'no_table',
    });
  });
});

it('others are served while one is read that takes long', async () => {
  const long = CONTENTS.find(({ what }) => what.includes('written a million times'));
  const path = await upload(long?.make() ?? Buffer.alloc(0), 'pdf', 'application/pdf');
  const answer = hand('doc_summary', path);
  const other = await signUp(program);
  const first = await Promise.race([answer, addTask(other)]);
  expect(first).toEqual(expect.any(String));
  expect(await answer).toMatchObject(
    refusal(
      messages.attachments.processingFailed(
        '“a.pdf” is too large to open. Save a smaller copy and attach that.',
      ),
    ),
  );
});
