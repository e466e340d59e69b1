import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RunTextPayload } from '#domain/run/run-broadcasts.ts';
import { ANSWER } from '#simulators/ai/answers.ts';
import { accepted, untilEnded } from './delegation.ts';
import { creditsLeft, entriesOf, expectSoundAccount } from './ledger.ts';
import { addTask, type Client, PASSWORD, type Person, personOf, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';

const EMAIL = 'mara.lind@example.org';
let program: Program;

beforeAll(async () => {
  // The first start ever, and limits as anybody has them: the main job must not need a setting of a test.
  program = await openProgram({ pristine: true, model: 'sim/slow-1200', env: {} });
});
afterAll(() => program.close());

const mailbox = z.object({
  messages: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

async function linkInMail(): Promise<URL> {
  const headers = { authorization: `Bearer ${await program.server.mailboxKey()}` };
  const { messages } = mailbox.parse(await (await fetch(`${program.url}/local/mailbox`, { headers })).json());
  const mail = messages.find(({ to }) => to === EMAIL);
  return new URL(z.string().parse(/https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0]));
}

/** Registers as the form does, finds the mail, opens its link, and signs in with the password. */
async function becomeSomebody(client: Client): Promise<Person> {
  const signedUp = await client.auth.signUp({
    email: EMAIL,
    password: PASSWORD,
    options: {
      data: { full_name: 'Mara Lind', terms_accepted: true, marketing_accepted: true },
      emailRedirectTo: `${program.url}/dashboard`,
    },
  });
  expect(signedUp).toMatchObject({ error: null, data: { session: null, user: { email: EMAIL } } });
  const early = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed' });

  const followed = await fetch(await linkInMail(), { redirect: 'manual' });
  expect(followed.status).toBe(303);
  expect(followed.headers.get('location')).toMatch(
    new RegExp(`^${program.url}/dashboard#access_token=.*type=signup`),
  );

  return personOf(program, EMAIL);
}

/** Listens on the person's own topic, as the web app does. */
async function listen({ client, id }: Person): Promise<RunTextPayload[]> {
  const heard: RunTextPayload[] = [];
  const channel = client.channel(`user:${id}`, { config: { private: true } });
  channel.on('broadcast', { event: 'run_text' }, ({ payload }: { payload: RunTextPayload }) =>
    heard.push(payload),
  );
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((state, error) => {
      if (state === 'SUBSCRIBED') resolve();
      else reject(error ?? new Error(state));
    });
  });
  return heard;
}

it('serves its health and what a browser needs to begin', async () => {
  const health = await fetch(`${program.url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const config = await (await fetch(`${program.url}/config.json`)).json();
  expect(config).toMatchObject({ url: program.url, anonKey: expect.stringMatching(/^ey/) });
  // Nothing secret: neither the provider's key nor one that sees everybody.
  expect(JSON.stringify(config)).not.toContain(program.simulator.apiKey);
});

it('leads from registration to an answer, streamed and kept, for one credit', async () => {
  const person = await becomeSomebody(visitor(program));
  const { client } = person;
  expect(await creditsLeft(person)).toBe(15);
  const consent = await client.from('user_consent').select('*').single();
  expect(consent.data).toMatchObject({
    email: EMAIL,
    full_name: 'Mara Lind',
    terms_accepted: true,
    marketing_accepted: true,
    terms_version: '1.0',
    ip_address: expect.stringMatching(/^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/),
  });

  const heard = await listen(person);
  const taskId = await addTask(person);
  const run = await accepted(program, person, taskId);
  // A title alone may be asked about first: its credit is taken once that is decided.
  await vi.waitFor(async () => expect(await creditsLeft(person)).toBe(14));
  const task = await client.from('tasks').select('ai_assisted, ai_task_type').eq('id', taskId).single();
  expect(task.data).toEqual({ ai_assisted: true, ai_task_type: 'answer' });

  const ended = await untilEnded(person, run.id);
  expect(ended).toMatchObject({ status: 'succeeded', model_used: 'sim/slow-1200', error_code: null });
  expect(heard.length, 'pieces of text').toBeGreaterThan(2);
  expect(new Set(heard.map(({ run_id }) => run_id))).toEqual(new Set([run.id]));
  await vi.waitFor(() => expect(assemble(heard)).toBe(ANSWER), { timeout: 3000 });

  const { data } = await client.from('ai_responses').select('*').eq('task_id', taskId);
  expect(data).toEqual([
    expect.objectContaining({ content: ANSWER, run_id: run.id, model_used: 'sim/slow-1200' }),
  ]);
  expect(await entriesOf(person, run.id)).toEqual(['debit']);
  expect(await creditsLeft(person)).toBe(14);
  expect(program.calls()).toBe(1);
  await expectSoundAccount(person);
  await client.removeAllChannels();
});

/** The text that a browser shows, from its pieces. */
function assemble(pieces: readonly RunTextPayload[]): string {
  return pieces.reduce((text, piece) => text.slice(0, piece.offset) + piece.text, '');
}

it('stops in good order, and finds everything again', async () => {
  expect(await program.server.stop()).toBe(0);
  await program.start();
  const { client } = await personOf(program, EMAIL);
  const { data } = await client.from('ai_responses').select('content');
  expect(data).toEqual([{ content: ANSWER }]);
});
