import { expect, test } from 'vitest';
import type { Mail } from '#server/providers/mailer/mailer.ts';
import { confirmSignupMail } from './confirm-signup.ts';
import { emailChangeCurrentMail, emailChangeNewMail } from './email-change.ts';
import { magicLinkMail } from './magic-link.ts';
import { reauthenticationMail } from './reauthentication.ts';
import { recoveryMail } from './recovery.ts';
import { passwordChangedMail, sessionEndedMail } from './security-notices.ts';

const sender = {
  brandName: 'Errand & Co',
  siteUrl: 'https://errand.example',
  supportEmail: 'help@errand.example',
};
const url = 'https://errand.example/auth/v1/verify?token=abc&type=signup';
const link = { to: `o'hara+<b>@example.org`, url, code: '012345' };
const withLink: [string, Mail][] = [
  ['confirm_signup', confirmSignupMail(link, sender)],
  ['recovery', recoveryMail(link, sender)],
  ['magic_link', magicLinkMail(link, sender)],
  ['email_change', emailChangeNewMail(link, sender)],
  ['email_change_current', emailChangeCurrentMail({ ...link, newEmail: '<i>new</i>@example.org' }, sender)],
];
const all: [string, Mail][] = [
  ...withLink,
  ['reauthentication', reauthenticationMail({ to: link.to, code: link.code }, sender)],
  ['password_changed', passwordChangedMail(link.to, sender)],
  ['session_ended', sessionEndedMail(link.to, sender)],
];

test.each(withLink)('%s has its link and its code in both forms', (kind, mail) => {
  expect(mail.kind).toBe(kind);
  expect(mail.text).toContain(`${url}\n`);
  expect(mail.text).toContain('012345');
  expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  expect(mail.html).toContain('012345');
});

test.each(all)('%s escapes all input', (_kind, mail) => {
  expect(mail.html).not.toMatch(/<b>|<i>/);
  expect(mail.html).toContain('Errand &amp; Co');
});

test.each(all)('%s loads no resources and only links to configured addresses', (_kind, mail) => {
  expect(mail.html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import/);
  const addresses = [...mail.html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([address]) => new URL(address).host);
  expect(new Set(addresses)).toEqual(new Set(['errand.example']));
});

test.each(all)('%s has a single-line subject, and the same content as text and HTML', (_kind, mail) => {
  expect(mail.subject).not.toMatch(/[\r\n]/);
  const words =
    mail.html.replace(/<title>.*?<\/title>|<style>[^]*?<\/style>|<[^>]+>/g, ' ').match(/[\p{L}]{5,}/gu) ?? [];
  const missing = words.filter(
    (word) => !mail.text.includes(word) && !/button|does|work|open|address/.test(word),
  );
  expect(missing).toEqual([]);
});

test.each(all)('%s has a dark form of each colour it sets', (_kind, { html }) => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const dark = /@media \(prefers-color-scheme:dark\)\{([^]*?)\n\}/.exec(html)?.[1] ?? '';
  const coloured = [...html.matchAll(/<[^>]*style="[^"]*(?:color|background):[^>]*>/g)].map(([tag]) => tag);
  expect(coloured.length).toBeGreaterThan(3);
  for (const tag of coloured) {
    const names = /class="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
    expect(names.length, tag).toBeGreaterThan(0);
    for (const name of names) expect(dark).toContain(`.${name}{`);
  }
});
