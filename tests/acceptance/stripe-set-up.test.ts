import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe/start-stripe-simulator.ts';

const ROOT = join(import.meta.dirname, '../..');
let stripe: StripeSimulator;
beforeAll(async () => {
  stripe = await startStripeSimulator();
});
afterAll(() => stripe.close());

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** As an operator does, in a process of its own; no `.env` of this machine has a say. */
function setUp(env: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'stripe:set-up'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
        STRIPE_SECRET_KEY: '',
        PUBLIC_URL: '',
        STRIPE_API_BASE: stripe.url,
        ...env,
      },
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

const account = () => ({ STRIPE_SECRET_KEY: stripe.secretKey, PUBLIC_URL: 'https://errand.example.org' });
const WEBHOOK = 'https://errand.example.org/functions/v1/stripe-webhook';

it('makes prices, portal and webhook in an account, prints the line for .env, and changes nothing when it is repeated', async () => {
  const first = await setUp(account());
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out.match(/^\w+: price_\w+ \(new\)$/gm)).toHaveLength(8);
  expect(first.out).toContain('customer portal: made\n');
  expect(first.out).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m);
  const made = [...stripe.state.prices.values()].map((price) => [price.lookup_key, price.unit_amount]);
  expect(made).toEqual([
    ['errand_pack_500', 6900],
    ['errand_pack_1000', 14_900],
    ['errand_pack_2000', 25_900],
    ['errand_pack_5000', 59_900],
    ['errand_start_monthly', 900],
    ['errand_start_yearly', 8640],
    ['errand_pro_monthly', 1500],
    ['errand_pro_yearly', 14_400],
  ]);
  expect([...stripe.state.endpoints.values()]).toMatchObject([{ url: WEBHOOK }]);

  const second = await setUp(account());
  expect(second.code).toBe(0);
  expect(second.out).not.toContain('(new)');
  expect(second.out).toContain('customer portal: updated\n');
  expect(second.out).toContain(`webhook: ${WEBHOOK} was there before`);
  expect([stripe.state.prices.size, stripe.state.portals.size, stripe.state.endpoints.size]).toEqual([
    8, 1, 1,
  ]);
});

it('makes no webhook for an address that Stripe cannot reach, and says how to go on', async () => {
  const { code, out } = await setUp({ ...account(), PUBLIC_URL: 'http://localhost:3000' });
  expect(code).toBe(0);
  expect(out).toContain('stripe listen --forward-to');
  expect(stripe.state.endpoints.size).toBe(1);
});

it('makes what the file of the installation sells, and nothing where that is not usable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-catalogue-'));
  const file = join(folder, 'catalogue.json');
  const sold = {
    currency: 'USD',
    yearlySavingPercent: 25,
    packs: [{ credits: 100, price: 4.35, name: 'A taste' }],
    plans: {
      start: { name: 'Basic', credits: 200, price: 9.99 },
      pro: { name: 'Team', credits: 900, price: 29 },
    },
  };
  const own = await startStripeSimulator();
  const env = {
    ...account(),
    STRIPE_SECRET_KEY: own.secretKey,
    STRIPE_API_BASE: own.url,
    CATALOGUE_FILE: file,
  };

  await writeFile(file, JSON.stringify({ ...sold, currency: 'Euro' }));
  const refused = await setUp(env);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(`CATALOGUE_FILE: ${file}: currency: must be the code of a currency`);
  expect(own.state.products.size).toBe(0);

  await writeFile(file, JSON.stringify(sold));
  expect(await setUp(env)).toMatchObject({ code: 0, err: '' });
  const made = [...own.state.prices.values()].map((price) => [
    price.lookup_key,
    price.unit_amount,
    price.currency,
  ]);
  expect(made).toEqual([
    ['errand_pack_100', 435, 'usd'],
    ['errand_start_monthly', 999, 'usd'],
    ['errand_start_yearly', 8991, 'usd'],
    ['errand_pro_monthly', 2900, 'usd'],
    ['errand_pro_yearly', 26_100, 'usd'],
  ]);
  expect([...own.state.products.values()].map(({ name }) => name)).toEqual([
    'A taste',
    'Basic plan',
    'Team plan',
  ]);
  await own.close();
  await rm(folder, { recursive: true });
});

it('says what is missing or wrong, with a code for scripts, and nothing of the key', async () => {
  const [missing, malformed, refused] = await Promise.all([
    setUp({}),
    setUp({ STRIPE_SECRET_KEY: 'pk_test_public' }),
    setUp({ STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' }),
  ]);
  expect(missing).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('STRIPE_SECRET_KEY: required'),
  });
  expect(malformed).toMatchObject({ code: 1, err: expect.stringContaining('STRIPE_SECRET_KEY: must be') });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stripe rejects the key') });
  expect(malformed.err + refused.err).not.toMatch(/pk_test_public|of_somebody_else/);
});
