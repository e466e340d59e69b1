import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing: loopback, embedded database, demo text, local mailbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: null,
      publicUrl: 'http://localhost:3000',
      database: { kind: 'pglite' },
      text: { kind: 'demo' },
      mail: { kind: 'local' },
    });
  });

  it.each([
    [{ NODE_ENV: 'production' }, true],
    [{ PUBLIC_URL: 'https://errand.example.org' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, false],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1.example.org' }, true],
  ])('%j is production: %s', (environment, production) => {
    expect(readConfig(environment).production).toBe(production);
  });

  it('never has a local mailbox in production', () => {
    expect(readConfig({ NODE_ENV: 'production' }).mail).toEqual({ kind: 'none' });
  });

  it('takes a key alone as the default router', () => {
    expect(readConfig({ AI_API_KEY: 'k' }).text).toMatchObject({
      kind: 'real',
      baseUrl: 'https://openrouter.ai/api/v1',
    });
  });

  it.each(['10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', 'localhost'])(
    'refuses the proxy %s',
    (entry) => {
      expect(() => readConfig({ TRUSTED_PROXIES: entry })).toThrow('TRUSTED_PROXIES: ');
    },
  );

  it('names every bad value and what is allowed, and repeats no value', () => {
    const environment = {
      PORT: 'eighty',
      PUBLIC_URL: 'errand.example.org',
      SIGN_UP: 'yes',
      RATE_LIMIT_MAIL: '5 an hour',
      SMTP_URL: 'smtp://user:s3cret@mail.example.org',
      TRUSTED_PROXIES: 'proxy.example.org',
      JWT_KEYS: 's3cret',
    };
    const read = (): unknown => readConfig(environment);
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'SIGN_UP',
      'RATE_LIMIT_MAIL',
      'MAIL_FROM',
      'TRUSTED_PROXIES',
      'JWT_KEYS',
    ]) {
      expect(read).toThrow(`${name}: `);
    }
    expect(read).not.toThrow('s3cret');
  });

  it('turns a limit off', () => {
    expect(readConfig({ RATE_LIMIT_SIGN_IN: 'off' }).rateLimits.signIn).toBeNull();
    expect(readConfig({ RATE_LIMIT_SIGN_IN: '3/60' }).rateLimits.signIn).toEqual({ limit: 3, seconds: 60 });
  });
});
