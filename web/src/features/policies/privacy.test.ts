import { expect, test } from 'vitest';
import type { BrowserConfig } from '#domain/browser-config.ts';
import { COOKIE } from './cookie.ts';
import type { Installation, Policy } from './policy.ts';
import { PRIVACY } from './privacy.ts';

const BARE: BrowserConfig = {
  anonKey: 'anon',
  brand: { name: 'Errand', socialLinks: [], testimonials: true },
  ai: {
    demo: true,
    findsLocalModels: true,
    checksModels: false,
    tools: ['answer'],
    lacking: [],
    vision: false,
  },
  mailbox: true,
  mails: true,
  texts: 'local',
  signUp: true,
  signIn: { providers: [], organisations: false },
  captcha: null,
  payments: false,
  testPayments: false,
  catalogue: null,
  redeem: false,
  redeemFormUrl: null,
  policyEmbedUrl: null,
  production: true,
  demoVideoUrl: null,
  affiliateUrl: null,
  analyticsHost: null,
};

const CONNECTED: BrowserConfig = {
  ...BARE,
  brand: { ...BARE.brand, legalLine: 'Mercury Tasks Ltd', supportEmail: 'help@example.org' },
  ai: {
    demo: false,
    findsLocalModels: false,
    checksModels: false,
    tools: ['answer', 'research'],
    lacking: [],
    vision: true,
  },
  mailbox: false,
  mails: true,
  texts: 'sent',
  signIn: { providers: ['google'], organisations: false },
  captcha: { provider: 'turnstile', siteKey: 'a widget' },
  payments: true,
  demoVideoUrl: 'https://video.example/errand',
  analyticsHost: 'count.example',
};

function said(policy: Policy, installation: Installation): string[] {
  return policy.sections.flatMap(({ statements }) =>
    statements.filter(({ when }) => when?.(installation) ?? true).map(({ id }) => id),
  );
}

const CONDITIONAL = [
  'policies.privacy.who.entity',
  'policies.privacy.who.mail',
  'policies.privacy.assistant.web',
  'policies.privacy.assistant.provider',
  'policies.privacy.others.mail',
  'policies.privacy.others.analytics',
  'policies.privacy.others.captcha',
  'policies.privacy.others.payments',
  'policies.privacy.others.frames',
  'policies.privacy.others.sign_in',
  'policies.privacy.rights.erase',
  'policies.privacy.rights.remains_paid',
];

test('names every recipient of a fully connected installation', () => {
  expect(said(PRIVACY, CONNECTED)).toEqual(expect.arrayContaining(CONDITIONAL));
  expect(said(COOKIE, CONNECTED)).toContain('policies.cookie.others.frames');
  expect(said(COOKIE, CONNECTED)).toContain('policies.cookie.none.but_one');
  expect(said(COOKIE, CONNECTED)).not.toContain('policies.cookie.none.text');
});

test('denies nothing before the configuration is known', () => {
  for (const policy of [PRIVACY, COOKIE]) {
    expect(said(policy, null)).not.toContain('policies.privacy.who.unknown');
    expect(said(policy, null)).not.toContain('policies.cookie.others.none');
    expect(said(policy, null)).not.toContain('policies.cookie.none.text');
  }
});

test('names no recipient if nothing is connected', () => {
  expect(said(PRIVACY, BARE).filter((id) => CONDITIONAL.includes(id))).toEqual([]);
  expect(said(PRIVACY, BARE)).toContain('policies.privacy.who.unknown');
  expect(said(COOKIE, BARE)).toContain('policies.cookie.others.none');
  expect(said(COOKIE, BARE)).toContain('policies.cookie.none.text');
  expect(said(COOKIE, BARE)).not.toContain('policies.cookie.none.but_one');
});
