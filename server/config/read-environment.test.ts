import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_k', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
const MODEL = { AI_API_KEY: 'k' };

/** Old name with a value, the replacement named in the warning, and the resulting configuration. */
const OLD = [
  ['AI_MODEL_ANSWER', 'm', 'AI_MODELS=answer=…', { text: { models: { answer: 'm' } } }],
  ['AI_MODEL_REASONING', 'm', 'AI_MODELS=reasoning=…', { text: { models: { reasoning: 'm' } } }],
  ['AI_MODEL_DOC_SUMMARY', 'm', 'AI_MODELS=doc_summary=…', { text: { models: { doc_summary: 'm' } } }],
  ['AI_MODEL_DATA_ANALYSIS', 'm', 'AI_MODELS=data_analysis=…', { text: { models: { data_analysis: 'm' } } }],
  ['AI_MODEL_WEB_SEARCH', 'm', 'AI_MODELS=web_search=…', { text: { models: { web_search: 'm' } } }],
  [
    'AI_FIRST_SIGN_SECONDS',
    '20',
    'AI_WAIT_SECONDS=first_sign=…',
    { text: { patience: { firstSignMs: 20_000 } } },
  ],
  ['AI_SILENCE_SECONDS', '20', 'AI_WAIT_SECONDS=silence=…', { text: { patience: { silenceMs: 20_000 } } }],
  ['AI_BUDGET_RUN_USD', '0.2', 'AI_BUDGETS=run=…', { budgets: { runUsd: 0.2 } }],
  ['AI_BUDGET_USER_DAY_USD', 'off', 'AI_BUDGETS=person_day=…', { budgets: { userDayUsd: null } }],
  ['AI_BUDGET_DAY_USD', '2', 'AI_BUDGETS=day=…', { budgets: { instanceDayUsd: 2 } }],
  ['SESSION_IDLE_SECONDS', '30', 'SESSION_SECONDS=idle=…', { sessionLimits: { idle: 30 } }],
  ['SESSION_MAX_SECONDS', '60', 'SESSION_SECONDS=max=…', { sessionLimits: { max: 60 } }],
  ['RATE_LIMIT_SIGN_IN', 'off', 'RATE_LIMITS=sign_in=…', { rateLimits: { signIn: null } }],
  ['RATE_LIMIT_MAIL', 'off', 'RATE_LIMITS=mail=…', { rateLimits: { mail: null } }],
  ['RATE_LIMIT_SMS', 'off', 'RATE_LIMITS=sms=…', { rateLimits: { text: null } }],
  ['RATE_LIMIT_SMS_ALL', 'off', 'RATE_LIMITS=sms_all=…', { rateLimits: { textAll: null } }],
  ['RATE_LIMIT_TOKEN', 'off', 'RATE_LIMITS=token=…', { rateLimits: { token: null } }],
  ['RATE_LIMIT_API', 'off', 'RATE_LIMITS=api=…', { rateLimits: { api: null } }],
  [
    'RATE_LIMIT_DELEGATE',
    '1/2',
    'RATE_LIMITS=delegate=…',
    { rateLimits: { delegate: { limit: 1, seconds: 2 } } },
  ],
  [
    'BRAND_SOCIAL_LINKS',
    'https://a.example',
    'socialLinks in the BRAND_FILE',
    { brand: { socialLinks: ['https://a.example'] } },
  ],
  ['BRAND_TESTIMONIALS', 'off', 'testimonials in the BRAND_FILE', { brand: { testimonials: false } }],
  [
    'POLICY_EMBED_URL',
    'https://a.example/{policy}',
    'policyEmbedUrl in the BRAND_FILE',
    { services: { policyEmbedUrl: 'https://a.example/{policy}' } },
  ],
  [
    'REDEEM_FORM_URL',
    'https://a.example',
    'redeemFormUrl in the BRAND_FILE',
    { services: { redeemFormUrl: 'https://a.example' } },
  ],
  [
    'DEMO_VIDEO_URL',
    'https://a.example',
    'demoVideoUrl in the BRAND_FILE',
    { services: { demoVideoUrl: 'https://a.example' } },
  ],
  [
    'AFFILIATE_URL',
    'https://a.example',
    'affiliateUrl in the BRAND_FILE',
    { services: { affiliateUrl: 'https://a.example' } },
  ],
  [
    'STRIPE_LINK_PACK_500',
    'https://a.example',
    'paymentLink of pack_500 in the CATALOGUE_FILE',
    { payments: { links: new Map([['pack_500', 'https://a.example']]) } },
  ],
] as const;

describe('deprecated names', () => {
  it.each(OLD)('%s is still read, with one warning', (name, value, written, expected) => {
    const config = readConfig({ ...MODEL, ...STRIPE, [name]: value });
    expect(config).toMatchObject(expected);
    expect(config.warnings).toEqual([`${name} is an old name, set ${written} instead`]);
  });

  it('cause no warning if unset', () => {
    expect(readConfig({ ...MODEL, ...STRIPE, RATE_LIMITS: 'mail=off' }).warnings).toEqual([]);
  });

  it.each([
    ['AI_MODEL_ANSWER', 'AI_MODELS', 'answer=m'],
    ['RATE_LIMIT_MAIL', 'RATE_LIMITS', 'mail=1/2'],
    ['SESSION_IDLE_SECONDS', 'SESSION_SECONDS', 'idle=30'],
  ])('%s is refused if %s is set too', (old, name, pair) => {
    const [key = '', value = ''] = pair.split('=');
    expect(() => readConfig({ ...MODEL, [old]: value, [name]: pair })).toThrow(
      `${old}: is an old name and ${name}=${key}=… is set too, remove ${old}`,
    );
  });

  it('may be combined with a list of other keys', () => {
    const { rateLimits } = readConfig({ RATE_LIMIT_MAIL: 'off', RATE_LIMITS: 'token=off' });
    expect(rateLimits).toMatchObject({ mail: null, token: null, api: { limit: 6000, seconds: 60 } });
  });
});

it('all names read are documented in the example, and vice versa', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const explained = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '');
  const read = new Set<string>();
  const environment: Record<string, string> = {
    ...MODEL,
    ...STRIPE,
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'e',
  };
  readConfig(
    new Proxy(environment, {
      get: (values, name: string) => {
        read.add(name);
        return values[name];
      },
    }),
  );
  const isOld = (name: string) => OLD.some(([old]) => old === name) || name.startsWith('STRIPE_LINK_');
  expect([...read].filter((name) => !isOld(name)).toSorted()).toEqual(explained.toSorted());
});

describe('a list of pairs', () => {
  it('gives each key its value, which may have the characters of a model id', () => {
    const { text } = readConfig({ ...MODEL, AI_MODELS: ' answer=acme/a:free , reasoning = r=1' });
    expect(text).toMatchObject({ models: { answer: 'acme/a:free', reasoning: 'r=1', doc_summary: null } });
  });

  it.each(['answer', 'answer=', 'research=m', 'answer=a,answer=b', '=m'])('is refused as %j', (AI_MODELS) => {
    expect(() => readConfig({ ...MODEL, AI_MODELS })).toThrow(
      'AI_MODELS: must be comma-separated key=value pairs, each key once. The keys are answer, reasoning, web_search, data_analysis, doc_summary',
    );
  });

  it('is refused with the key whose value is invalid, and so is an old name', () => {
    const MESSAGE = 'must be off, or a number of requests per number of seconds, such as 30/300';
    expect(() => readConfig({ RATE_LIMITS: 'mail=5 an hour' })).toThrow(`RATE_LIMITS: mail: ${MESSAGE}`);
    expect(() => readConfig({ RATE_LIMIT_MAIL: '5 an hour' })).toThrow(`RATE_LIMIT_MAIL: ${MESSAGE}`);
  });
});
