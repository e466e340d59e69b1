import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadKeys } from '#server/platform/http/tokens/keys.ts';
import { openDatabase } from '#tests/programs/open-database.ts';
import { operate } from '#tests/worlds/operator.ts';
import { PASSWORD, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;
let serviceKey: string;

beforeAll(async () => {
  program = await openProgram();
  serviceKey = await readServiceKey();
});
afterAll(() => program.close());

async function readServiceKey(): Promise<string> {
  const given = { anonKey: null, serviceRoleKey: null, jwtKeys: null };
  if (!program.database.startsWith('postgres://')) {
    const path = join(program.place.dataDir, 'keys.json');
    return (await loadKeys({ store: { kind: 'file', path }, ...given })).serviceRoleKey;
  }
  const database = await openDatabase(program.database);
  try {
    return (await loadKeys({ store: { kind: 'database', database }, ...given })).serviceRoleKey;
  } finally {
    await database.close();
  }
}

const listed = (): string => readFileSync(join(program.place.dataDir, 'erased-accounts.txt'), 'utf8');

async function byThemselves({ client }: Person): Promise<void> {
  const { error } = await client.functions.invoke('delete-account', { body: { password: PASSWORD } });
  expect(error).toBeNull();
}

async function byTheAdminApi({ id }: Person): Promise<void> {
  const { status } = await fetch(`${program.url}/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
  });
  expect(status).toBe(200);
}

async function byAnOperator({ email }: Person): Promise<void> {
  const env = { ...program.place.env, PORT: new URL(program.url).port };
  await operate({ dataDir: program.place.dataDir, env }, 'delete-user', email, '--yes');
}

it.each([
  ['themselves', byThemselves],
  ['the admin API', byTheAdminApi],
  ['an operator', byAnOperator],
])(
  'whoever is deleted by %s is on the list before the answer, and nothing lies beside it',
  async (_how, erase) => {
    for (let round = 0; round < 4; round++) {
      const person = await signUp(program);
      await erase(person);
      expect(listed()).toContain(person.id);
    }
    const beside = readdirSync(program.place.dataDir).filter((name) => name.startsWith('erased-accounts'));
    expect(beside).toEqual(['erased-accounts.txt']);
  },
);
