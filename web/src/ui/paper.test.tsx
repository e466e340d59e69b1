import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { i18n } from '#web/texts/i18n.ts';
import { CreditsBadge } from './marks/credits-badge.tsx';
import { elapsed } from './paper/elapsed.ts';
import { Receipt } from './paper/receipt.tsx';
import { Trail } from './paper/trail.tsx';

const html = (part: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>);
const steps = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: `Step ${at}` }));

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [108, '1:48'],
  [3720, '62:00'],
  [-1, '0:00'],
])('formats %s seconds as %s', (seconds, text) => expect(elapsed(seconds)).toBe(text));

test('shows the last four steps of a long trail and the number of earlier ones', () => {
  const markup = html(<Trail heading="At work" steps={steps(9)} />);
  expect(markup).toContain('5 earlier steps');
  expect(markup).not.toContain('Step 4<');
  expect(markup).toContain('Step 5<');
  expect(markup).toContain('Step 8<');
});

test('hides none of four steps', () => {
  expect(html(<Trail heading="At work" steps={steps(4)} />)).not.toContain('earlier');
});

test('marks only the last step as live, and none while the run waits', () => {
  expect(html(<Trail heading="At work" steps={steps(3)} />).match(/data-now/g)).toHaveLength(1);
  expect(html(<Trail heading="At work" steps={steps(3)} queued />)).not.toContain('data-now');
});

test('shows up to twenty credits as stubs, and more as a number', () => {
  const few = html(<CreditsBadge plan="Free Plan" left={10} limit={15} />);
  expect(few.match(/<i /g)).toHaveLength(15);
  expect(few.match(/bg-text/g)).toHaveLength(10);
  expect(few).toContain('Free Plan: 10 credits left');
  const many = html(<CreditsBadge plan="Pro Plan" left={486} limit={515} />);
  expect(many).not.toContain('<i ');
  expect(many).toContain('Pro Plan: 486 credits left');
});

test('lists what was sent by recipient', () => {
  const sent = [
    { to: 'To ai.example:', what: ['The task', 'The plan'] },
    { to: 'To Search:', what: ['“trains”'] },
  ];
  const rest = { number: 'No. 1', note: '', title: 'Plan', unverified: 'Nothing', facts: [], cost: [] };
  const markup = html(<Receipt brand="Errand" steps={[]} sent={sent} {...rest} />);
  expect(markup).toMatch(
    /To ai\.example:<\/p><ul[^>]*><li.*The task.*<li.*The plan.*To Search:<\/p><ul[^>]*><li.*trains/,
  );
  const ofOldRun = html(<Receipt brand="Errand" steps={[]} sent={[{ what: ['The task'] }]} {...rest} />);
  expect(ofOldRun).toMatch(/<div><ul><li.*The task/);
});
