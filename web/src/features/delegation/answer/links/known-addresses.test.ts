import { describe, expect, it } from 'vitest';
import { isKnown, knownAddresses } from './known-addresses.ts';

const page = (url: string) => ({ n: 1, url, host: '', title: '', date: null, read_at: '', quotes: [] });
const FOUND = {
  sources: [page('https://law.example/winter-(tyres)')],
  unread: [page('https://shop.example/a')],
};

describe('an address is known', () => {
  it.each([
    'https://law.example/winter-(tyres)',
    'https://law.example/winter-%28tyres%29',
    'https://SHOP.example/a',
  ])("if it is a source's: %s", (href) => expect(isKnown(knownAddresses(FOUND, []), href)).toBe(true));

  it.each([
    ['See https://example.org/a?b=c.', 'https://example.org/a?b=c'],
    ['(https://example.org/w_(x))', 'https://example.org/w_(x)'],
    ['„https://example.org/“', 'https://example.org'],
    ['Read [it](https://example.org/y), please', 'https://example.org/y'],
    ['Compare example.org/prices, and WWW.Example.net!', 'https://example.org/prices'],
    ['Compare example.org/prices, and WWW.Example.net!', 'http://www.example.net/'],
    ['Write to ann@example.org.', 'mailto:ann@example.org'],
  ])('if the person wrote it: %s', (words, href) => {
    expect(isKnown(knownAddresses(null, [words]), href)).toBe(true);
  });
});

describe('an address is not known', () => {
  it.each([
    'https://law.example/winter-(tyres)?d=secret',
    'https://law.example/winter-(tyres)#secret',
    'https://law.example/',
    'https://secret.shop.example/a',
    'https://shop.example@evil.example/a',
    'http://shop.example/a',
    'https://mine.example/secret',
    'mailto:ann@example.org?body=secret',
    'javascript:alert(1)',
    '',
  ])('if it only resembles one: %s', (href) => {
    expect(isKnown(knownAddresses(FOUND, ['Read https://mine.example/ and ann@example.org']), href)).toBe(
      false,
    );
  });
});
