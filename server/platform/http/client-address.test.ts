import { expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

it('ignores forwarded headers from a peer that nobody named', () => {
  expect(createClientAddress([])('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7');
});

it('reads the hop before the trusted proxies, and believes no hop beyond it', () => {
  const address = createClientAddress(['10.0.0.0/8']);
  expect(address('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  expect(address('::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
});

it('stays with the proxy when the forwarded header is missing or no address', () => {
  const address = createClientAddress(['10.0.0.1']);
  expect(address('10.0.0.1', null)).toBe('10.0.0.1');
  expect(address('10.0.0.1', 'localhost')).toBe('10.0.0.1');
});

it('refuses a proxy that is no address', () => {
  expect(() => createClientAddress(['proxy'])).toThrow(RangeError);
});
