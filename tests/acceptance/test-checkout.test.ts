import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { creditsLeft } from './ledger.ts';
import { type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let program: Program;
let person: Person;
/** Of a checkout that was opened while the test checkout was there. */
let path = '';
/** Of the mailbox, while there was one. */
let key = '';

beforeAll(async () => {
  program = await openProgram();
  person = await signUp(program);
  const { data } = await person.client.functions.invoke('checkout', { body: { item: 'pack_500' } });
  const { url } = z.object({ url: z.url() }).parse(data);
  path = `/local/checkout/${new URL(url).searchParams.get('ref')}`;
});
afterAll(() => program.close());

/** Whatever a request says of itself. */
const DISGUISES: readonly Readonly<Record<string, string>>[] = [
  {},
  { host: 'localhost' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'http' },
  { origin: 'http://localhost:3000', 'x-test-checkout': 'on', cookie: 'TEST_CHECKOUT=on' },
  // A page behind a proxy that adds nothing and names this host itself.
  { host: 'localhost', origin: 'https://errand.example.org' },
];

const shown = (): Promise<number[]> =>
  Promise.all(
    DISGUISES.map(
      async (headers) => (await fetch(`${program.url}${path}?TEST_CHECKOUT=on`, { headers })).status,
    ),
  );

const paid = (disguises = DISGUISES): Promise<number[]> =>
  Promise.all(
    disguises.map(async (headers) => {
      const asked = { ...headers, 'content-type': 'application/json' };
      const body = JSON.stringify({ act: 'pay' });
      return (await fetch(`${program.url}${path}`, { method: 'POST', headers: asked, body })).status;
    }),
  );

const startAs = async (changes: Readonly<Record<string, string>>): Promise<void> => {
  await program.server.stop();
  await program.start(changes);
};

/** Holds links that open accounts. */
const mailbox = (key: string): Promise<number[]> =>
  Promise.all(
    DISGUISES.map(async (disguise) => {
      const headers = { ...disguise, authorization: `Bearer ${key}` };
      return (await fetch(`${program.url}/local/mailbox`, { headers })).status;
    }),
  );

it('is there on one’s own machine, like the mailbox for who asks without a disguise', async () => {
  expect(await shown()).toEqual([200, 200, 404, 404, 404]);
  expect(await paid(DISGUISES.slice(2))).toEqual([404, 404, 404]);
  expect(await creditsLeft(person)).toBe(15);
  key = await program.server.mailboxKey();
  expect((await mailbox(key))[0]).toBe(200);
  // Of programs behind such a proxy, which name any page, only the key tells the owner.
  expect(await mailbox('')).toEqual([401, 401, 404, 404, 404]);
});

it('the page of success grants nothing, whichever payment it is told of', async () => {
  const ref = new URL(path, program.url).pathname.split('/').at(-1);
  const told = [ref, ...Array.from({ length: 100 }, (_told, at) => `cs_test_forged${at}`)];
  const headers = { authorization: `Bearer ${person.token}` };
  const answers = await Promise.all(
    told.map((id) => fetch(`${program.url}/checkout/success?session_id=${id}`, { headers })),
  );
  for (const { status } of answers) expect(status).toBeLessThan(500);
  expect(await creditsLeft(person)).toBe(15);
});

it.each([
  ['in production', { NODE_ENV: 'production' }],
  ['under an address that others can reach', { PUBLIC_URL: 'https://errand.example.org' }],
  ['where an operator has switched it off', { TEST_CHECKOUT: 'off' }],
])(
  '%s there is none: 404 for its page and the function that opens it, and nothing takes its acts',
  async (_case, changes) => {
    await startAs(changes);
    expect(new Set(await shown())).toEqual(new Set([404]));
    if (!('TEST_CHECKOUT' in changes)) expect(new Set(await mailbox(key))).toEqual(new Set([404]));
    // As for every address at which there is nothing: files take no POST.
    expect(new Set(await paid())).toEqual(new Set([405]));
    const { response } = await person.client.functions.invoke('checkout', { body: { item: 'pack_500' } });
    expect(response?.status).toBe(404);
    const page = await fetch(`${program.url}/checkout/test?ref=x`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/404']);
  },
);

it('in production it is there by an operator’s own word', async () => {
  await startAs({ NODE_ENV: 'production', TEST_CHECKOUT: 'on' });
  // Nothing of what was asked for meanwhile has been done.
  expect(await creditsLeft(person)).toBe(15);
  expect(new Set(await shown())).toEqual(new Set([200]));
  expect(new Set(await paid())).toEqual(new Set([200]));
  await expect.poll(() => creditsLeft(person)).toBe(515);
});
