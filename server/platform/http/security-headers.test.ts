import { describe, expect, it } from 'vitest';
import { CAPTCHAS } from '#domain/captcha.ts';
import { pagePolicy, WORKER_POLICY } from './security-headers.ts';

const FOREIGN = { https: true, frameOrigins: [] };
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `));

describe('the policy of a page', () => {
  // `default-src` says nothing about these three: https://www.w3.org/TR/CSP3/#directive-default-src
  it.each([
    ['default-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ])('limits %s', (name, sources) => {
    expect(directive(pagePolicy([], { ...FOREIGN, captcha: {} }), name)).toBe(`${name} ${sources}`);
  });

  it('has requests upgraded where the site is served over https', () => {
    const upgrades = (https: boolean) =>
      pagePolicy([], { ...FOREIGN, https, captcha: {} })
        .split('; ')
        .includes('upgrade-insecure-requests');
    expect([upgrades(true), upgrades(false)]).toEqual([true, false]);
  });

  it('allows no other hosts without a captcha', () => {
    const policy = pagePolicy(['sha256-abc'], { ...FOREIGN, captcha: {} });
    expect(policy).not.toContain('https:');
    expect(directive(policy, 'script-src')).toBe("script-src 'self' 'sha256-abc'");
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self'");
  });

  it('allows just the scripts and frames of Turnstile', () => {
    const policy = pagePolicy([], { ...FOREIGN, captcha: CAPTCHAS.turnstile.allows });
    const host = 'https://challenges.cloudflare.com';
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${host}`);
    expect(directive(policy, 'frame-src')).toBe(`frame-src 'self' blob: ${host}`);
    expect(policy.split('https:')).toHaveLength(3);
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('allows the documented hosts of hCaptcha', () => {
    const policy = pagePolicy([], { ...FOREIGN, captcha: CAPTCHAS.hcaptcha.allows });
    const hosts = 'https://hcaptcha.com https://*.hcaptcha.com';
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hosts}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' 'unsafe-inline' ${hosts}`);
    expect(directive(policy, 'connect-src')).toBe(`connect-src 'self' ${hosts}`);
    expect(directive(policy, 'frame-src')).toBe(`frame-src 'self' blob: ${hosts}`);
    expect(policy.split('https:')).toHaveLength(9);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

it('lets a worker load only what is ours, and evaluate no text', () => {
  expect(directive(WORKER_POLICY, 'default-src')).toBe("default-src 'none'");
  expect(directive(WORKER_POLICY, 'script-src')).toBe("script-src 'self'");
  expect(directive(WORKER_POLICY, 'connect-src')).toBe("connect-src 'self'");
});
