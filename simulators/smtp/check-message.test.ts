import { expect, it } from 'vitest';
import { complaintAbout } from './check-message.ts';

const HEAD = [
  'From: a@example.org',
  'To: b@example.org',
  'Date: Fri, 20 Nov 2026 09:14:00 +0000',
  'Message-ID: <1@example.org>',
  'Subject: Hello',
  'MIME-Version: 1.0',
];
const plain = ['Content-Type: text/plain', '', 'Hello'];
const mixed = [
  'Content-Type: multipart/mixed; boundary="x"',
  '',
  '--x',
  'Content-Type: application/pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjc=',
  '--x--',
];
const message = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n`);

it('has nothing against messages in order', () => {
  expect(complaintAbout(message(...HEAD, ...plain))).toBeNull();
  expect(complaintAbout(message(...HEAD, ...mixed))).toBeNull();
});

it.each([
  ['RFC 5321, 2.3.8', Buffer.from([...HEAD, ...plain].join('\n'))],
  ['RFC 5322, 2.1.1', message(...HEAD, ...plain, 'x'.repeat(999))],
  ['RFC 5322, 2.2', message(...HEAD.with(4, 'Subject: Grüße'), ...plain)],
  ['RFC 5322, 3.6', message(...HEAD, 'To: c@example.org', ...plain)],
  ['RFC 5322, 3.6', message(...HEAD.slice(1), ...plain)],
  ['RFC 2045, 5', message(...HEAD, 'Content-Type: nothing', '', 'Hello')],
  ['RFC 2046, 5.1.1', message(...HEAD, ...mixed.slice(0, -1))],
  ['RFC 2046, 5.1.1', message(...HEAD, 'Content-Type: multipart/mixed', '', 'Hello')],
  ['RFC 2045, 6.8', message(...HEAD, ...mixed.with(6, 'not base64!'))],
  ['RFC 2045, 6.8', message(...HEAD, ...mixed.with(6, 'A'.repeat(80)))],
])('refuses by %s', (section, raw) => {
  expect(complaintAbout(raw)).toContain(`(${section})`);
});
