import { describe, expect, it } from 'vitest';
import { CAPTCHAS } from '#domain/captcha.ts';
import { pagePolicy } from './security-headers.ts';

const FOREIGN = { https: true, frameOrigins: [] };
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `));

describe('the policy of a page', () => {
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
