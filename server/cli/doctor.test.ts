import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { doctor } from './doctor.ts';
import { isSound, printResult } from './print-result.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'errand-doctor-'));
});
afterAll(() => rmSync(home, { recursive: true }));

const look = async (environment: Record<string, string>) => {
  const result = await doctor(readConfig({ DATA_DIR: join(home, 'data'), ...environment }));
  return { isSound: isSound(result), said: printResult(result, false) };
};

it('finds an installation without any settings usable', async () => {
  const { isSound, said } = await look({});
  expect(isSound).toBe(true);
  expect(said).toMatch(/^note +data folder +.* the first start makes it$/m);
  expect(said).toMatch(/^note +AI model +none: a demo answers/m);
  expect(said).toMatch(/^ok +mail +kept here, at \/mailbox$/m);
});

it('finds that nobody can sign up where no mail is sent', async () => {
  const production = { PUBLIC_URL: 'https://errand.example.org' };
  const { isSound, said } = await look(production);
  expect(isSound).toBe(false);
  expect(said).toMatch(/^wrong +mail +none, so nobody can confirm an address/m);
  expect((await look({ ...production, MAIL_AUTOCONFIRM: 'on' })).isSound).toBe(true);
});

it('finds a database that does not answer, and says no secret', async () => {
  const { isSound, said } = await look({
    DATABASE_URL: 'postgres://errand:s3cret-one@127.0.0.1:9/errand',
    SMTP_URL: 'smtp://mailer:s3cret-two@mail.example.org:587',
    MAIL_FROM: 'errand@example.org',
    AI_API_KEY: 's3cret-three',
    STRIPE_SECRET_KEY: 'sk_test_s3cret4',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret-five',
  });
  expect(isSound).toBe(false);
  expect(said).toMatch(/^wrong +database +PostgreSQL: the database cannot be reached/m);
  expect(said).toMatch(/^note +payments +Stripe with a test key/m);
  expect(said).toContain('mail.example.org:587');
  expect(said).not.toContain('s3cret');
});
