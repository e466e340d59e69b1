import { afterAll, beforeAll, expect, it } from 'vitest';
import { register, signUp, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { ask } from './two-users/two-users.ts';

const EMAIL = 'mara.lind@example.org';

let program: Program;
beforeAll(async () => {
  // Limits as anybody has them.
  program = await openProgram({ env: {} });
});
afterAll(() => program.close());

it('a password is guessed at thirty times in five minutes and no more, without a setting and behind any forged address', async () => {
  expect((await register(visitor(program), EMAIL)).error).toBeNull();
  const guess = async (n: number): Promise<number> => {
    const address = `10.${n}.0.1`;
    const headers = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address };
    const body = { email: EMAIL, password: `guess number ${n}` };
    const path = '/auth/v1/token?grant_type=password';
    return (await ask(program, null, path, { method: 'POST', body, headers })).status;
  };
  const answers: number[] = [];
  for (let n = 0; n < 100; n += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => guess(n + at)))));
  }
  expect(answers.filter((status) => status !== 429)).toHaveLength(30);
  // No proxy was named, so the forged headers looked like one; each process tells once.
  expect(program.server.output().split("isn't in TRUSTED_PROXIES")).toHaveLength(2);
});

it('nobody at an address is signed out while a neighbour there tries passwords and floods', async () => {
  await program.server.stop();
  await program.start({ MAIL_AUTOCONFIRM: 'on', RATE_LIMITS: 'api=300/60' });
  const { client } = await signUp(program);
  const flood = (n: number) => {
    const body = { email: `nobody-${n}@example.org`, password: `guess number ${n}` };
    return ask(program, null, '/auth/v1/token?grant_type=password', { method: 'POST', body });
  };
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => flood(n)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(200);
  // Neither the neighbour's sign-ins nor their requests are this session's.
  expect((await flood(400)).body).toContain('Too many requests');
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
});
