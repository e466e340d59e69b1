import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { RUN_BUDGETS } from './product/limits.ts';

describe('the configuration', () => {
  it('needs no settings: loopback, embedded database, demo text, local mailbox', () => {
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

  it('shows figures only for a token that is hard to guess', () => {
    expect(readConfig({}).metricsToken).toBeNull();
    const token = 'Zq3'.repeat(11);
    expect(readConfig({ METRICS_TOKEN: token }).metricsToken).toBe(token);
    for (const wrong of ['short', `${'a'.repeat(40)} b`, 'é'.repeat(40)])
      expect(() => readConfig({ METRICS_TOKEN: wrong })).toThrow('METRICS_TOKEN: ');
  });

  it('never has a local mailbox in production', () => {
    expect(readConfig({ NODE_ENV: 'production' }).mail).toEqual({ kind: 'none' });
  });

  it('sends texts by a gateway, to the local mailbox, or in production not at all', () => {
    expect(readConfig({}).sms).toEqual({ kind: 'local' });
    expect(readConfig({ NODE_ENV: 'production' }).sms).toEqual({ kind: 'none' });
    const gateway = { SMS_URL: 'https://gateway.example/messages', SMS_TOKEN: 't' };
    expect(readConfig(gateway).sms).toEqual({
      kind: 'gateway',
      url: 'https://gateway.example/messages',
      token: 't',
      body: { to: '{to}', text: '{text}' },
    });
    const SMS_BODY = '{"from":"Errand","to":["{to}"],"body":"{text}"}';
    expect(readConfig({ ...gateway, SMS_BODY }).sms).toMatchObject({ body: { to: ['{to}'] } });
    expect(() => readConfig({ SMS_URL: gateway.SMS_URL })).toThrow('SMS_TOKEN: ');
    expect(() => readConfig({ SMS_TOKEN: 't' })).toThrow('SMS_TOKEN: ');
    for (const off of [{ SMS_URL: 'off' }, { SMS_URL: 'off', SMS_TOKEN: 't' }])
      expect(readConfig(off).sms).toEqual({ kind: 'none' });
    for (const body of ['{to} {text}', '{"to":"{to}"}', '["{to}","{text}"]']) {
      expect(() => readConfig({ ...gateway, SMS_BODY: body })).toThrow('SMS_BODY: ');
    }
  });

  it('enables the captcha only with a known service', () => {
    expect(readConfig({}).captcha).toBeNull();
    const turnstile = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' };
    expect(readConfig(turnstile).captcha).toEqual({
      provider: 'turnstile',
      siteKey: 'k',
      url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      secret: 's',
    });
    expect(() => readConfig({ CAPTCHA_PROVIDER: 'hcaptcha' })).toThrow('CAPTCHA_SECRET: ');
    expect(() => readConfig({ CAPTCHA_SECRET: 's' })).toThrow('CAPTCHA_PROVIDER: ');
    expect(() => readConfig({ CAPTCHA_SITE_KEY: 'k' })).toThrow('CAPTCHA_PROVIDER: ');
  });

  it('refuses a captcha that its own pages could not show', () => {
    const environment = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SECRET: 's' };
    expect(() => readConfig(environment)).toThrow('CAPTCHA_SITE_KEY: required with CAPTCHA_PROVIDER');
  });

  it('ends sessions after 30 days idle and 180 in total, or as configured', () => {
    expect(readConfig({}).sessionLimits).toEqual({ idle: 2_592_000, max: 15_552_000 });
    expect(readConfig({ SESSION_SECONDS: 'idle=30,max=60' }).sessionLimits).toEqual({ idle: 30, max: 60 });
    expect(() => readConfig({ SESSION_SECONDS: 'idle=1h' })).toThrow('SESSION_SECONDS: idle: ');
  });

  it('takes a key alone as the default router', () => {
    expect(readConfig({ AI_API_KEY: 'k' }).text).toMatchObject({
      kind: 'real',
      baseUrl: 'https://openrouter.ai/api/v1',
    });
  });

  it('uses the router for scans if it is the endpoint, and otherwise only if configured', () => {
    expect(readConfig({ AI_API_KEY: 'k' }).text).toMatchObject({ ocr: null });
    expect(readConfig({ AI_API_KEY: 'k', AI_OCR: 'router' }).text).toMatchObject({ ocr: 'router' });
    expect(() => readConfig({ AI_OCR: 'router' })).toThrow('AI_OCR: ');
    const elsewhere = { AI_BASE_URL: 'http://localhost:11434/v1', AI_OCR: 'router' };
    expect(() => readConfig(elsewhere)).toThrow('AI_OCR: ');
    expect(() => readConfig({ AI_API_KEY: 'k', AI_OCR: 'on' })).toThrow('AI_OCR: ');
  });

  it('takes the context size from the setting', () => {
    expect(readConfig({ AI_API_KEY: 'k' }).text).toMatchObject({ context: null });
    expect(readConfig({ AI_API_KEY: 'k', AI_CONTEXT: '8192' }).text).toMatchObject({ context: 8192 });
    expect(() => readConfig({ AI_API_KEY: 'k', AI_CONTEXT: '8k' })).toThrow('AI_CONTEXT: ');
  });

  it('waits for a silent model as configured, and refuses invalid times', () => {
    const read = (AI_WAIT_SECONDS: string) => readConfig({ AI_API_KEY: 'k', AI_WAIT_SECONDS });
    expect(read('').text).toMatchObject({ patience: {} });
    expect(read('first_sign=20,silence=10').text).toMatchObject({
      patience: { firstSignMs: 20_000, silenceMs: 10_000 },
    });
    for (const wrong of ['0', '301', '1.5', '1m', '-1'])
      expect(() => read(`first_sign=${wrong}`)).toThrow(
        'AI_WAIT_SECONDS: first_sign: must be a whole number from 1 to 300',
      );
    expect(() => read('first_sign=20,silence=never')).toThrow(
      'AI_WAIT_SECONDS: silence: must be a whole number from 1 to 300',
    );
  });

  it('waits for an image for three minutes, or longer if a first sign may take longer', () => {
    const limit = (AI_WAIT_SECONDS: string) => readConfig({ IMAGE_API_KEY: 'k', AI_WAIT_SECONDS }).images;
    for (const [waits, limitMs] of [
      ['', 180_000],
      ['first_sign=20', 180_000],
      ['first_sign=240,silence=10', 240_000],
    ] as const)
      expect(limit(waits)).toMatchObject({ limitMs });
  });

  it('denies data collection by a router unless configured', () => {
    expect(readConfig({ AI_API_KEY: 'k' }).text).toMatchObject({ dataCollection: 'deny' });
    const allowed = { AI_API_KEY: 'k', AI_DATA_COLLECTION: 'allow' };
    expect(readConfig(allowed).text).toMatchObject({ dataCollection: 'allow' });
    expect(() => readConfig({ AI_API_KEY: 'k', AI_DATA_COLLECTION: 'yes' })).toThrow('AI_DATA_COLLECTION: ');
  });

  it('keeps the maximum cost of a run below the price of a credit, unless configured otherwise', () => {
    expect(readConfig({}).budgets).toMatchObject({ runUsd: RUN_BUDGETS, unlistedPrice: null });
    expect(readConfig({ AI_BUDGETS: 'run=off' }).budgets.runUsd).toBeNull();
    const budgets = { AI_BUDGETS: 'run=1.5,day=off', AI_PRICE: '0.30/2.50' };
    expect(readConfig(budgets).budgets).toMatchObject({
      runUsd: 1.5,
      instanceDayUsd: null,
      unlistedPrice: { prompt: 0.0000003, completion: 0.0000025 },
    });
    expect(() => readConfig({ AI_PRICE: 'cheap' })).toThrow('AI_PRICE: ');
  });

  it('has a test checkout outside production, and inside only if explicitly enabled', () => {
    expect(readConfig({}).payments).toEqual({ kind: 'local', isForEverybody: false });
    expect(readConfig({ TEST_CHECKOUT: 'off' }).payments).toEqual({ kind: 'none' });
    expect(readConfig({ NODE_ENV: 'production' }).payments).toEqual({ kind: 'none' });
    expect(readConfig({ NODE_ENV: 'production', TEST_CHECKOUT: 'on' }).payments).toEqual({
      kind: 'local',
      isForEverybody: true,
    });
    const keys = { STRIPE_SECRET_KEY: 'sk_live_k', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
    expect(readConfig({ ...keys, TEST_CHECKOUT: 'on' }).payments.kind).toBe('stripe');
  });

  it('sells with Stripe if it has a key and a signing secret, or two during a rotation', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_k', STRIPE_WEBHOOK_SECRET: 'whsec_12345678, whsec_abcdefgh' };
    expect(readConfig(keys).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_k',
      webhookSecrets: ['whsec_12345678', 'whsec_abcdefgh'],
      apiBase: null,
      links: new Map(),
    });
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_k' })).toThrow('STRIPE_WEBHOOK_SECRET: ');
    expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_live_k' })).toThrow('STRIPE_SECRET_KEY: ');
    expect(() => readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: 'secret' })).toThrow('STRIPE_WEBHOOK_SECRET: ');
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: keys.STRIPE_WEBHOOK_SECRET })).toThrow(
      'STRIPE_SECRET_KEY: ',
    );
  });

  it('takes a search provider with its settings, and names missing ones', () => {
    expect(readConfig({}).search.provider).toEqual({ kind: 'off' });
    expect(() => readConfig({ SEARCH_PROVIDER: 'searxng' })).toThrow('SEARCH_BASE_URL: ');
    expect(() => readConfig({ SEARCH_PROVIDER: 'brave' })).toThrow('SEARCH_API_KEY: ');
    expect(() => readConfig({ SEARCH_API_KEY: 'k' })).toThrow('SEARCH_PROVIDER: ');
    const hosts = readConfig({
      SEARCH_INTERNAL_HOSTS: 'wiki.example=10.0.0.5:80,six.example=[fd00::1]:8080',
    });
    expect(Object.fromEntries(hosts.search.internalHosts)).toEqual({
      'wiki.example': { address: '10.0.0.5', port: 80 },
      'six.example': { address: 'fd00::1', port: 8080 },
    });
    for (const entry of ['wiki.example', 'wiki.example=10.0.0.5', 'wiki.example=other.example:80']) {
      expect(() => readConfig({ SEARCH_INTERNAL_HOSTS: entry })).toThrow('SEARCH_INTERNAL_HOSTS: ');
    }
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
      RATE_LIMITS: 'mail=5 an hour',
      SMTP_URL: 'smtp://user:s3cret@mail.example.org',
      TRUSTED_PROXIES: 'proxy.example.org',
      JWT_KEYS: 's3cret',
    };
    const read = (): unknown => readConfig(environment);
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'SIGN_UP',
      'RATE_LIMITS',
      'MAIL_FROM',
      'TRUSTED_PROXIES',
      'JWT_KEYS',
    ]) {
      expect(read).toThrow(`${name}: `);
    }
    expect(read).not.toThrow('s3cret');
  });

  it('takes token keys as a set, as a list, and as the text of an unguessable secret', () => {
    const secret = 'super-secret-jwt-token-with-at-least-32-characters-long';
    for (const JWT_KEYS of ['{"keys":[]}', '[{"kty":"EC"}]', secret]) {
      expect(readConfig({ JWT_KEYS }).keys.jwtKeys).toBe(JWT_KEYS);
    }
    for (const JWT_KEYS of ['a short secret', '{"keys":', '[']) {
      expect(() => readConfig({ JWT_KEYS })).toThrow('JWT_KEYS: ');
    }
  });

  it('allows common passwords only on the own machine, and says why not', () => {
    expect(readConfig({}).commonPasswords).toBe('refuse');
    expect(readConfig({ PASSWORD_COMMON: 'allow' }).commonPasswords).toBe('allow');
    expect(readConfig({ PASSWORD_COMMON: 'refuse', NODE_ENV: 'production' }).commonPasswords).toBe('refuse');
    for (const production of [{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://errand.example' }]) {
      const read = () => readConfig({ PASSWORD_COMMON: 'allow', ...production });
      expect(read).toThrow(/PASSWORD_COMMON: .*production/);
    }
    expect(() => readConfig({ PASSWORD_COMMON: 'yes' })).toThrow('PASSWORD_COMMON: ');
  });

  it('turns a limit off', () => {
    const read = (RATE_LIMITS: string) => readConfig({ RATE_LIMITS }).rateLimits;
    expect(read('sign_in=off').signIn).toBeNull();
    expect(read('sign_in=3/60,mail=off')).toMatchObject({ signIn: { limit: 3, seconds: 60 }, mail: null });
  });

  it('exposes the schema public with narrow grants by default', () => {
    expect(readConfig({}).dataApi).toEqual({
      schemas: ['public'],
      txEnd: 'commit-allow-override',
      plans: false,
      defaultGrants: 'narrow',
    });
    const environment = {
      PGRST_DB_SCHEMAS: 'public, shop',
      PGRST_DB_TX_END: 'commit',
      PGRST_DB_PLAN_ENABLED: 'true',
      DEFAULT_GRANTS: 'supabase',
    };
    expect(readConfig(environment).dataApi).toEqual({
      schemas: ['public', 'shop'],
      txEnd: 'commit',
      plans: true,
      defaultGrants: 'supabase',
    });
  });

  it('contacts and embeds nothing external by default', () => {
    expect(readConfig({}).services).toEqual({
      analytics: null,
      policyEmbedUrl: null,
      redeemFormUrl: null,
      demoVideoUrl: null,
      affiliateUrl: null,
    });
    expect(
      readConfig({ ANALYTICS_URL: 'https://count.example/signups', ANALYTICS_KEY: 'k' }).services.analytics,
    ).toEqual({ url: 'https://count.example/signups', key: 'k' });
  });

  it.each([
    { BRAND_SUPPORT_EMAIL: 'Help <help@example.org>' },
    { BRAND_SUPPORT_EMAIL: 'help@example.org?bcc=all@example.org' },
    { BRAND_SOCIAL_LINKS: 'https://social.example/errand,javascript:alert(1)' },
    { POLICY_EMBED_URL: 'data:text/html,policy' },
    { REDEEM_FORM_URL: 'codes.example.org' },
    { ANALYTICS_KEY: 'a key for nobody' },
    { DEMO_VIDEO_URL: 'javascript:alert(1)' },
    { AFFILIATE_URL: 'data:text/html,partners' },
    { BRAND_TESTIMONIALS: 'no' },
    { PGRST_DB_SCHEMAS: 'public,private' },
    { PGRST_DB_SCHEMAS: 'pg_catalog' },
    { PGRST_DB_TX_END: 'never' },
    { DEFAULT_GRANTS: 'all' },
  ])('refuses %j', (environment) => {
    expect(() => readConfig(environment)).toThrow(`${Object.keys(environment)[0]}: `);
  });
});
