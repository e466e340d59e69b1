import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { writeEml } from './write-eml.ts';

const answer = (content: string) => ({
  content,
  created_at: '2026-11-20T09:14:00Z',
  evidence: null,
  is_demo: false,
  notices: [],
});

test.each([
  ['Cancel the contract', 'Dear Sir or Madam,\n\nI cancel my contract **at once**.\n\nYours,  \nMara'],
  [
    'Kündigung für Zoë: „Fitness“ 😀 – eine lange Zeile, die umgebrochen werden muss, auch im Betreff',
    'Grüße\n\n.\n\nFrom here 漢字',
  ],
  ['إلغاء =?UTF-8?B?eA==?=', 'مرحبا'],
  ['One\r\nBcc: somebody@else.example', 'A header in a title stays a title.'],
])('is a draft that a mail program opens as it was written (%#)', async (title, content) => {
  const text = writeEml(title, answer(content));
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
  expect(text).not.toMatch(/[^\r]\n|[^\x20-\x7e\r\n]/);
  const mail = await PostalMime.parse(text);
  expect(mail.subject).toBe(title.replace(/\s+/g, ' '));
  expect(mail.text?.trim().replaceAll('\r\n', '\n')).toBe(content.replace(/\*\*| {2}(?=\n)/g, ''));
  expect(mail.date).toBe('2026-11-20T09:14:00.000Z');
  expect(mail.headers.map(({ key }) => key)).toContain('x-unsent');
  expect([mail.bcc, mail.to]).toEqual([undefined, undefined]);
});
