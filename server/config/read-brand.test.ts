import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BRAND_FILE = join(folder, 'brand.json');
function read(content: object, environment: Record<string, string> = {}) {
  writeFileSync(BRAND_FILE, JSON.stringify(content));
  return readConfig({ BRAND_FILE, ...environment });
}

it('names the operator and the external pages', () => {
  const brand = {
    name: 'Mercury',
    supportEmail: 'help@example.org',
    legalLine: 'Mercury Tasks Ltd',
    socialLinks: ['https://social.example/mercury'],
    testimonials: false,
  };
  const pages = {
    affiliateUrl: 'https://partners.example/',
    policyEmbedUrl: 'https://policies.example/{policy}',
    redeemFormUrl: 'https://codes.example',
    demoVideoUrl: 'http://videos.example/1',
  };
  const config = read({ ...brand, ...pages });
  expect(config.brand).toEqual(brand);
  expect(config.services).toEqual({ ...pages, affiliateUrl: 'https://partners.example', analytics: null });
  expect(config.warnings).toEqual([]);
});

it('accepts the file of the documentation', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  writeFileSync(BRAND_FILE, /```json\n([\s\S]+?)```/.exec(page)?.[1] ?? '');
  expect(readConfig({ BRAND_FILE }).brand).toMatchObject({ name: 'Mercury', testimonials: false });
});

it('may omit fields, also the three short names', () => {
  expect(read({}).brand).toEqual(readConfig({}).brand);
  const { brand } = read({ testimonials: false }, { BRAND_NAME: 'Mercury', BRAND_LEGAL_LINE: 'Ltd' });
  expect(brand).toMatchObject({ name: 'Mercury', legalLine: 'Ltd', testimonials: false });
});

const ADDRESS = 'must be an address that begins with https:// or http://';
it.each([
  [[], 'must be an object with name, supportEmail, legalLine, socialLinks, testimonials, affiliateUrl,'],
  [{ title: 'Mercury' }, 'has unknown names: title. Allowed are name, supportEmail, legalLine,'],
  [{ name: '' }, 'name: must be text of 1 to 60 characters'],
  [
    { supportEmail: 'help@example.org?bcc=all' },
    'supportEmail: must be one address, such as help@example.org',
  ],
  [{ socialLinks: 'https://a.example' }, 'socialLinks: must be a list of addresses'],
  [{ socialLinks: ['https://a.example', 'javascript:alert(1)'] }, `socialLinks[1]: ${ADDRESS}`],
  [{ testimonials: 'off' }, 'testimonials: must be true or false'],
  [{ policyEmbedUrl: 'data:text/html,policy' }, `policyEmbedUrl: ${ADDRESS}`],
  [{ demoVideoUrl: 'javascript:alert(1)' }, `demoVideoUrl: ${ADDRESS}`],
  [{ redeemFormUrl: 'codes.example' }, `redeemFormUrl: ${ADDRESS}`],
])('%j is refused, with the file, the key and what is allowed', (content, problem) => {
  expect(() => read(content)).toThrow(`BRAND_FILE: ${BRAND_FILE}: ${problem}`);
});

it('is refused if an old or new name sets the same value', () => {
  expect(() => read({ name: 'Mercury' }, { BRAND_NAME: 'Venus' })).toThrow(
    'BRAND_NAME: name in the BRAND_FILE is set too, remove one of them',
  );
  expect(() => read({ demoVideoUrl: 'https://a.example' }, { DEMO_VIDEO_URL: 'https://b.example' })).toThrow(
    'DEMO_VIDEO_URL: is an old name and demoVideoUrl in the BRAND_FILE is set too, remove DEMO_VIDEO_URL',
  );
});

it("warns in production that the pages don't name an operator", () => {
  const warned = expect.stringContaining("the pages don't name an operator");
  expect(readConfig({ PUBLIC_URL: 'https://errand.example' }).warnings).toEqual([warned]);
  expect(readConfig({}).warnings).toEqual([]);
});
