import { describe, expect, test } from 'vitest';
import { createRedirectTargets } from './redirect-targets.ts';

const SITE = 'https://errand.example';
const targets = createRedirectTargets({
  siteUrl: SITE,
  allowlist: ['https://app.example/welcome', 'https://*.preview.example/**', 'errand://signed-in'],
});

test.each([
  'https://errand.example/dashboard',
  'https://errand.example/dashboard?from=mail#top',
  'https://app.example/welcome',
  'https://a.preview.example/deep/page',
  'errand://signed-in',
])('allows the target %s', (wanted) => {
  expect(targets.resolve(wanted)).toBe(wanted);
});

const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://evil.example',
  'https://evil.example/https://errand.example',
  'https://evil.example?https://errand.example',
  'https://evil.example#https://errand.example',
  'https://errand.example@evil.example',
  'https://errand.example:443@evil.example',
  'https://errand.example%40evil.example',
  'https://user@errand.example/',
  'https://user:pass@errand.example/',
  'https://errand.example\\@evil.example',
  'https://errand.example\\.evil.example',
  'https://errand.example%2f.evil.example',
  'https://errand.example%2f@evil.example',
  'https://errand.example%00.evil.example',
  'https://errand.example%0d%0a.evil.example',
  'https://errand.example.evil.example',
  'https://errand.example.',
  'https://errand.exampleevil.example',
  'https://evilerrand.example',
  'https://errand.example:8443',
  'https://errand.example:8443@errand.example',
  'http://errand.example',
  'ftp://errand.example',
  'ws://errand.example',
  'https://2130706433',
  'https://0x7f000001',
  'https://0x7f.1',
  'https://127.1',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'https://[::ffff:127.0.0.1]',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\tjavascript:alert(1)',
  ' https://evil.example',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://errand.example/1',
  'filesystem:https://errand.example/1',
  'file:///etc/passwd',
  'about:blank',
  'https://errand.example\r\nLocation: https://evil.example',
  'https://errand.example/\r\nSet-Cookie: a=b',
  'https://errand.example/\u0000',
  'https://еrrand.example',
  'https://errand。example.evil.example',
  'https://app.example/welcome/evil',
  'https://app.example/welcomeevil',
  'https://app.example/welcome?next=evil',
  'https://app.example/WELCOME',
  'https://a.b.preview.example/x',
  'https://preview.example/x',
  'https://evil.example/.preview.example/x',
  'https://evil.example?.preview.example/x',
  'errand://signed-in/other',
  'errand://evil',
  '',
  '/dashboard',
  'dashboard',
  `https://errand.example/${'a'.repeat(3000)}`,
];

describe('replaces a disallowed target by the site', () => {
  test.each(HOSTILE)('%j', (wanted) => {
    expect(targets.resolve(wanted)).toBe(SITE);
  });
});

test('a missing target defaults to the site', () => {
  expect(targets.resolve(null)).toBe(SITE);
});
