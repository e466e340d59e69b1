import { afterAll, beforeAll, expect, it } from 'vitest';
import { profileOutput } from '#domain/functions/answers.ts';
import { DELEGATION_REFUSALS } from '#domain/run/run-messages.ts';
import { callFunction, delegate } from './delegation.ts';
import { creditsLeft } from './ledger.ts';
import { addTask, type Person, personOf, register, signUp, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;

beforeAll(async () => {
  program = await openProgram();
});
afterAll(() => program.close());

/** How often the person was welcomed, and how often they agreed. */
async function welcomes({ client }: Person): Promise<[amounts: unknown, consents: unknown]> {
  const [grants, consents] = await Promise.all([
    client.from('credit_grants').select('amount'),
    client.from('user_consent').select('terms_version'),
  ]);
  return [grants.data, consents.data];
}

it('50 registrations of one address at once make one account, one welcome of 15 credits and one consent', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => register(visitor(program), 'everybody@example.org')),
  );
  const [first, ...others] = answers.filter(({ error }) => error === null);
  expect(others).toEqual([]);
  for (const { error } of answers) {
    // Of so many at once, some find no place where passwords are hashed.
    const isTurnedAway = error?.status === 429;
    if (error && !isTurnedAway) expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  }
  if (!first) throw new Error('nobody was registered');
  const person = await personOf(program, 'everybody@example.org');
  expect(await welcomes(person)).toEqual([[{ amount: 15 }], [{ terms_version: '1.0' }]]);
  expect(await creditsLeft(person)).toBe(15);
});

it('an account that came without the terms keeps tasks, but hands none over', async () => {
  const client = visitor(program);
  await register(client, 'no-terms@example.org', {});
  const person = await personOf(program, 'no-terms@example.org');
  expect(await welcomes(person)).toEqual([[], []]);
  const answer = await delegate(program, person, await addTask(person));
  const { status, message } = DELEGATION_REFUSALS.profile_required;
  expect(answer).toEqual({ status, body: { code: 'profile_required', message } });
  expect(program.calls()).toBe(0);
});

it('accepting the terms 30 times at once makes one profile with 10 credits and one consent', async () => {
  const person = await personOf(program, 'no-terms@example.org');
  const accept = () => callFunction(program, 'ensure-profile', person, { terms_accepted: true });
  const answers = await Promise.all(Array.from({ length: 30 }, accept));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(profileOutput.parse(body).profile).toMatchObject({
      id: person.id,
      credits_limit: 10,
      credits_used: 0,
    });
  }
  expect(await welcomes(person)).toEqual([[{ amount: 10 }], [{ terms_version: '1.0' }]]);
  expect((await delegate(program, person, await addTask(person))).status).toBe(202);
});

it('accepting them once more after a registration changes nothing', async () => {
  const person = await signUp(program);
  const answer = await callFunction(program, 'ensure-profile', person, { terms_accepted: true });
  expect(profileOutput.parse(answer.body).profile.credits_limit).toBe(15);
  expect(await welcomes(person)).toEqual([[{ amount: 15 }], [{ terms_version: '1.0' }]]);
});

it('nobody writes their own tier, credits, consent or answers, in whatever way they ask', async () => {
  const { id, client } = await signUp(program);
  for (const change of [{ credits_limit: 9999 }, { credits_used: -5 }, { subscription_tier: 'pro' }]) {
    expect((await client.from('profiles').update(change).eq('id', id)).error).toMatchObject({
      code: '42501',
    });
    const upserted = await client.from('profiles').upsert({ id, ...change });
    expect(upserted.error).toMatchObject({ code: '42501' });
    expect((await client.auth.updateUser({ data: change })).error).toBeNull(); // their own notes, no more
  }
  const { data } = await client
    .from('profiles')
    .select('subscription_tier, credits_used, credits_limit')
    .single();
  expect(data).toEqual({ subscription_tier: 'free', credits_used: 0, credits_limit: 15 });
});
