import { afterAll, beforeAll, expect, it } from 'vitest';
import { register, visitor } from './person.ts';
import { openProgram, type Program } from './program.ts';
import { ask } from './two-users.ts';

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
});
