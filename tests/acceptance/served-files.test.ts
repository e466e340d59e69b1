import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { removeDataDir, type ServerProcess, startServer } from '#tests/worlds/server-process.ts';

const BUILT = join(import.meta.dirname, '../../web/build/client');
/** What only the server may know. Nobody answers at these addresses. */
const PLANTED = {
  AI_API_KEY: 'planted-with-the-text-model',
  IMAGE_API_KEY: 'planted-with-the-image-model',
  STRIPE_SECRET_KEY: 'sk_test_planted4with4stripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_planted4with4the4webhook',
  CAPTCHA_SECRET: 'planted-with-the-captcha',
};
const MAIL_PASSWORD = 'planted-with-the-mailer';
const STORE_SECRET = 'planted-with-the-object-store';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({
    env: {
      ...PLANTED,
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_MODEL_FAST: 'nobody',
      IMAGE_BASE_URL: 'http://127.0.0.1:9/v1',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'shown-to-every-browser',
      SMTP_URL: `smtp://mailer:${MAIL_PASSWORD}@127.0.0.1:9`,
      MAIL_FROM: 'errand@example.org',
      STORAGE_URL: `s3://planted:${STORE_SECRET}@127.0.0.1:9/files?tls=off`,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await removeDataDir(server.dataDir);
});

const keys = z.object({ secret: z.string().min(20) });

/** What the installation's own keys come from. */
const ownSecret = (): string =>
  keys.parse(JSON.parse(readFileSync(join(server.dataDir, 'keys.json'), 'utf8'))).secret;

it('nothing that is served to everybody holds a secret, in any file of the web app', async () => {
  const secrets = [...Object.values(PLANTED), MAIL_PASSWORD, STORE_SECRET, ownSecret()];
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(BUILT.length));
  const paths = ['/', '/login', '/dashboard', '/config.json', '/health', '/auth/v1/settings', ...files];
  const told: string[] = [];
  for (const path of paths) {
    const answer = await fetch(server.url + path, { signal: AbortSignal.timeout(30_000) });
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    if (path === '/config.json') expect(text).toContain('shown-to-every-browser');
    if (secrets.some((secret) => text.includes(secret))) told.push(path);
  }
  expect(told).toEqual([]);
});
