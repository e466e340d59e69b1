import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { copyTemplate } from '#tests/engines/pglite-template.ts';
import { readConfig } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { openPglite } from '../../platform/db/pglite/open-pglite.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { isSound, printResult } from '../print-result.ts';
import { doctor } from './doctor.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'errand-doctor-'));
});
afterAll(() => rmSync(home, { recursive: true }));

const look = async (environment: Record<string, string>) => {
  const result = await doctor(readConfig({ DATA_DIR: join(home, 'data'), ...environment }));
  return { isSound: isSound(result), said: printResult(result, false) };
};

it('accepts an installation without any settings', async () => {
  const { isSound, said } = await look({});
  expect(isSound).toBe(true);
  expect(said).toMatch(/^note +data folder +.* will be created at the first start$/m);
  expect(said).toMatch(/^note +AI model +none, so the demo answers/m);
  expect(said).toMatch(/^ok +email +kept here, at \/mailbox$/m);
});

it('reports a database that the next start would refuse', async () => {
  const { place, remove } = await copyTemplate();
  try {
    const database = await openPglite({ folder: place, log: silentLog });
    await database.exec(
      "update migrations.applied set name = 'platform/0001_roles' where name ~ '^platform/0001'",
    );
    await database.close();
    const { isSound, said } = await look({ DATA_DIR: dirname(place) });
    expect(isSound).toBe(false);
    expect(said).toMatch(/^wrong +database +embedded: this data is from a pre-release/m);
  } finally {
    await remove();
  }
});

it('reports files that the last check missed', async () => {
  const { place, remove } = await copyTemplate();
  try {
    const database = await openPglite({ folder: place, log: silentLog });
    await database.exec(
      `insert into private.file_checks (files, lost, lost_versions, unknown, removed) values (9, 2, '{a,b}', 0, 0)`,
    );
    await database.close();
    const { isSound, said } = await look({ DATA_DIR: dirname(place) });
    expect(isSound).toBe(false);
    expect(said).toMatch(/^wrong +files +2 missing from their store on \d{4}-\d\d-\d\d: a, b$/m);
  } finally {
    await remove();
  }
});

it('asks the object store, names what it answers, and shows no secret', async () => {
  const s3 = await startS3Simulator();
  try {
    const { host } = new URL(s3.url);
    const address = (secret: string) =>
      `s3://${s3.account.accessKeyId}:${encodeURIComponent(secret)}@${host}/${s3.bucket}?region=${s3.account.region}&tls=off`;
    const well = await look({ STORAGE_URL: address(s3.account.secretAccessKey) });
    expect(well.said).toMatch(/^ok +files +s3:\/\/127\.0\.0\.1:\d+\/errand-files, reachable$/m);
    const ill = await look({ STORAGE_URL: address('s3cret-three') });
    expect(ill.isSound).toBe(false);
    expect(ill.said).toMatch(/^wrong +files .*403 SignatureDoesNotMatch$/m);
    expect(ill.said).not.toContain('s3cret');
  } finally {
    await s3.close();
  }
});

it('reports that nobody can sign up without a mail server', async () => {
  const production = { PUBLIC_URL: 'https://errand.example.org' };
  const { isSound, said } = await look(production);
  expect(isSound).toBe(false);
  expect(said).toMatch(/^wrong +email +none, so nobody can confirm their address/m);
  expect((await look({ ...production, MAIL_AUTOCONFIRM: 'on' })).isSound).toBe(true);
});

it('reports a database that does not answer, and shows no secret', async () => {
  const { isSound, said } = await look({
    DATABASE_URL: 'postgres://errand:s3cret-one@127.0.0.1:9/errand',
    SMTP_URL: 'smtp://mailer:s3cret-two@mail.example.org:587',
    MAIL_FROM: 'errand@example.org',
    AI_API_KEY: 's3cret-three',
    STRIPE_SECRET_KEY: 'sk_test_s3cret4',
    STRIPE_WEBHOOK_SECRET: 'whsec_s3cret-five',
  });
  expect(isSound).toBe(false);
  expect(said).toMatch(/^wrong +database +PostgreSQL: can't reach the database/m);
  expect(said).toMatch(/^note +payments +Stripe with a test key/m);
  expect(said).toContain('mail.example.org:587');
  expect(said).not.toContain('s3cret');
});

it('reports deprecated names with their replacements', async () => {
  const { isSound, said } = await look({ RATE_LIMIT_MAIL: 'off' });
  expect(isSound).toBe(true);
  expect(said).toMatch(/^note +settings +RATE_LIMIT_MAIL is an old name, set RATE_LIMITS=mail=… instead$/m);
});

describe('with --ai', () => {
  let simulator: AiSimulator;
  beforeAll(async () => {
    simulator = await startAiSimulator();
  });
  afterAll(() => simulator.close());

  const checkAi = async (environment: Record<string, string>) => {
    const text = { AI_BASE_URL: simulator.url, AI_API_KEY: simulator.apiKey };
    const config = readConfig({ DATA_DIR: join(home, 'data'), ...text, ...environment });
    const result = await doctor(config, { ai: true, pictures: false });
    return { isSound: isSound(result), said: printResult(result, false), json: printResult(result, true) };
  };

  it('reports for each model what was sent, dropped and respected, and for each tool whether it works', async () => {
    const { said, json } = await checkAi({
      AI_MODELS: 'answer=sim/refuses-temperature,reasoning=sim/reasoning',
    });
    expect(said).toMatch(/^ok +AI models +\d+ at 127\.0\.0\.1:\d+$/m);
    expect(said).toMatch(
      /^ok +answers +\d\.\d s, free\n +sent: max_tokens.*\n +left out: temperature, effort of thinking$/m,
    );
    expect(said).toMatch(/^ok +reasons(.|\n)*? +heeded: thinking$/m);
    expect(said).toMatch(/^ok +tool answer +works$/m);
    expect(said).toMatch(/^note +tool research +not set up|^wrong +tool research +cannot work/m);
    expect(said).toMatch(/^ok +AI check +cost nothing$/m);
    expect(JSON.parse(json)).toContainEqual(
      expect.objectContaining({
        details: expect.objectContaining({ role: 'answer', dropped: ['temperature', 'effort'] }),
      }),
    );
  });

  it('fails for a tool that is set up but cannot work, and shows no key', async () => {
    const { isSound, said, json } = await checkAi({ AI_MODEL_FAST: 'sim/fast', AI_API_KEY: 's3cret-wrong' });
    expect(isSound).toBe(false);
    expect(said).toMatch(/^wrong +answers +.*\(401\)/m);
    expect(said).toContain('Set AI_API_KEY to a valid one');
    expect(said).toMatch(/^untried +reasons +it would fail the same way$/m);
    expect(said + json).not.toContain('s3cret');
  });

  it('finds the base if /v1 was left out', async () => {
    const root = simulator.url.replace('/v1', '');
    const { said } = await checkAi({ AI_MODEL_FAST: 'sim/fast', AI_BASE_URL: root });
    expect(said).toContain(`Set AI_BASE_URL to ${root}/v1, where a server answers.`);
  });

  it('skips the demo, and generates no image without a check', async () => {
    const config = readConfig({ DATA_DIR: join(home, 'data') });
    expect(printResult(await doctor(config, { ai: true }), false)).toMatch(
      /^note +AI check +no model is connected/m,
    );
    await expect(doctor(config, { pictures: true })).rejects.toThrow(OperatorError);
  });

  it('is required: without it nothing external is contacted', async () => {
    const before = simulator.journal.entries.length;
    const text = { AI_BASE_URL: simulator.url, AI_API_KEY: simulator.apiKey, AI_MODEL_FAST: 'sim/fast' };
    await doctor(readConfig({ DATA_DIR: join(home, 'data'), ...text }), { ai: false, pictures: false });
    expect(simulator.journal.entries).toHaveLength(before);
  });
});
