import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { accepted, untilEnded } from './delegation.ts';
import { addTask, PASSWORD, type Person, personOf, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;

beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.close());

const row = z.object({ status: z.string(), path: z.string() });

async function readyArchive(person: Person): Promise<Map<string, Buffer>> {
  const read = async () =>
    row.parse((await person.client.from('account_exports').select('status, path').single()).data);
  await expect.poll(async () => (await read()).status, { interval: 100 }).toBe('ready');
  const { data, error } = await person.client.storage
    .from('account-exports')
    .createSignedUrl((await read()).path, 3600, { download: 'errand.zip' });
  expect(error).toBeNull();
  const answer = await fetch(data?.signedUrl ?? '');
  expect(answer.headers.get('content-disposition')).toContain('errand.zip');
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

it('somebody fetches everything that is theirs, and nobody else can', async () => {
  const person = await signUp(program);
  await addTask(person, 'Write to the landlord');
  // Signed in a moment ago: no further proof is asked for.
  const { data, error } = await person.client.functions.invoke('export-account');
  expect(error).toBeNull();
  expect(data).toMatchObject({ export: { status: 'queued' } });
  const archive = await readyArchive(person);
  expect(archive.get('data/tasks.json')?.toString()).toContain('Write to the landlord');

  const other = await signUp(program);
  expect((await other.client.from('account_exports').select()).data).toEqual([]);
  const { path } = row.parse((await person.client.from('account_exports').select().single()).data);
  expect((await other.client.storage.from('account-exports').createSignedUrl(path, 60)).error).not.toBeNull();
});

it('somebody deletes their account with the password, and is gone everywhere at once', async () => {
  const person = await signUp(program);
  const elsewhere = await personOf(program, person.email);
  const mark = 'quetzal-8842';
  await untilEnded(person, (await accepted(program, person, await addTask(person, `Feed the ${mark}`))).id);
  const refused = await person.client.functions.invoke('delete-account', { body: { password: 'not mine' } });
  expect(refused.error).not.toBeNull();
  const { data, error } = await person.client.functions.invoke('delete-account', {
    body: { password: PASSWORD },
  });
  expect(error).toBeNull();
  expect(data).toEqual({ deleted: true });
  for (const { client } of [person, elsewhere]) {
    expect((await client.from('tasks').select('id')).error).not.toBeNull();
  }
  await expect(personOf(program, person.email)).rejects.toThrow(/credentials/);
  for (const word of [mark, person.email]) expect(program.server.output()).not.toContain(word);
  // The address is free again, for an account that knows nothing of the old one.
  const again = await elsewhere.client.auth.signUp({
    email: person.email,
    password: PASSWORD,
    options: { data: { full_name: 'Mara Lind', terms_accepted: true } },
  });
  expect(again.error).toBeNull();
  expect((await elsewhere.client.from('tasks').select('id')).data).toEqual([]);
});
