import { expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

it('ignores forwarded headers from an unlisted peer', () => {
  expect(createClientAddress([])('198.51.100.7', '203.0.113.1')).toBe('198.51.100.7');
});

it('reads the hop before the trusted proxies, and none beyond it', () => {
  const address = createClientAddress(['10.0.0.0/8']);
  expect(address('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  expect(address('::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
});

it('is the proxy if the forwarded header is missing or invalid', () => {
  const address = createClientAddress(['10.0.0.1']);
  expect(address('10.0.0.1', null)).toBe('10.0.0.1');
  expect(address('10.0.0.1', 'localhost')).toBe('10.0.0.1');
});

it.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::9]:4711', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9:4711, 10.0.0.2:80', '203.0.113.9'],
])('reads a hop with its port: %s', (forwardedFor, address) => {
  expect(createClientAddress(['10.0.0.0/8'])('10.0.0.1', forwardedFor)).toBe(address);
});

it.each(['203.0.113.9:', '203.0.113.9:port', '[203.0.113.9', 'localhost:80', '999.0.0.1:80'])(
  'rejects anything else as an address: %s',
  (forwardedFor) => {
    expect(createClientAddress(['10.0.0.1'])('10.0.0.1', forwardedFor)).toBe('10.0.0.1');
  },
);

it('refuses a proxy that is not an address', () => {
  expect(() => createClientAddress(['proxy'])).toThrow(RangeError);
});
