import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CreditsBadge } from './marks/credits-badge.tsx';
import { elapsed } from './paper/elapsed.ts';
import { Receipt } from './paper/receipt.tsx';
import { Trail } from './paper/trail.tsx';

const html = renderToStaticMarkup;
const steps = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: `Step ${at}` }));

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [108, '1:48'],
  [3720, '62:00'],
  [-1, '0:00'],
])('%s seconds are written %s', (seconds, text) => expect(elapsed(seconds)).toBe(text));

test('a long trail shows its last four steps and says how many came before', () => {
  const markup = html(<Trail heading="At work" steps={steps(9)} />);
  expect(markup).toContain('5 earlier steps');
  expect(markup).not.toContain('Step 4<');
  expect(markup).toContain('Step 5<');
  expect(markup).toContain('Step 8<');
});

test('four steps hide nothing', () => {
  expect(html(<Trail heading="At work" steps={steps(4)} />)).not.toContain('earlier');
});

test('only the last step is live, and none while the run waits', () => {
  expect(html(<Trail heading="At work" steps={steps(3)} />).match(/data-now/g)).toHaveLength(1);
  expect(html(<Trail heading="At work" steps={steps(3)} queued />)).not.toContain('data-now');
});

test('up to twenty credits are counted out as stubs, more are a figure', () => {
  const few = html(<CreditsBadge plan="Free Plan" left={10} limit={15} />);
  expect(few.match(/<i /g)).toHaveLength(15);
  expect(few.match(/bg-text/g)).toHaveLength(10);
  expect(few).toContain('10 of 15');
  const many = html(<CreditsBadge plan="Pro Plan" left={486} limit={515} />);
  expect(many).not.toContain('<i ');
  expect(many).toContain('486 left');
});

test('what was sent stands in a list of its own below whom it was sent to', () => {
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
