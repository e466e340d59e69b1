import { expect, test } from 'vitest';
import type { Evidence } from '#domain/evidence.ts';
import { knownAddresses } from '../answer/links/known-addresses.ts';
import { toMarkdown, toDocument as write } from './answer-document.ts';
import { toPlainText } from './plain-text.ts';

const toDocument = (title: string, answer: Parameters<typeof write>[1]) =>
  write(title, answer, knownAddresses(answer.evidence, [title]));

const ANSWER = {
  content: 'Winter tyres are needed.[1] Chains too. [?]',
  created_at: '2026-11-20T09:14:00Z',
  model_used: 'sim/team',
  is_demo: false,
  evidence: null,
  notices: [],
};
const LAW = {
  n: 1,
  url: 'https://law.example/winter-(tyres)',
  host: 'law.example',
  title: 'Winter *tyres*',
  date: '2026-10-01',
  read_at: '2026-11-20T09:00:00Z',
  quotes: [{ text: 'From 1 November\nto 15 April.', around: '' }],
};
const PAGE = { ...LAW, n: 12, url: '', host: '', title: 'lease.pdf', date: null };
const evidence = (sources: Evidence['sources']): Evidence => ({
  sources,
  pages_read: sources.length,
  unread: [],
  unverified: ['Chains too.'],
  open: [],
});

test('title, model and unsupported sentences are in the text', () => {
  const text = toMarkdown(toDocument('Check #1\ntyres', { ...ANSWER, evidence: evidence([]) }));
  expect(text).toMatch(/^# Check \\#1 tyres\n\n\*Made by sim\/team, Fri .*2026, .*\*\n\nWinter tyres/);
  expect(text).toContain('Chains too. (not verified)');
});

const NOTICES = [
  { key: 'cut_short', params: {} },
  { key: 'pages_not_read', params: { of: 50, pages: '12, 13' } },
  { key: 'demo', params: {} },
];

test('notices come first, in every format', () => {
  const markdown = toDocument('T', { ...ANSWER, notices: NOTICES }).body;
  expect(markdown).toMatch(
    /^> The answer reached the model’s length limit.*\n>\n> Not read, of 50 pages: 12, 13\. .*\n\nWinter/,
  );
  const plain = toPlainText({ ...ANSWER, notices: NOTICES });
  expect(plain).toMatch(
    /^The answer reached the model’s length limit.*\nNot read, of 50 pages: 12, 13\. .*\n\nWinter/,
  );
  expect(plain).not.toContain('Demo:');
});

test('plain text says what is not verified and lists its sources, and is the answer alone if it has none', () => {
  const plain = toPlainText({ ...ANSWER, evidence: evidence([LAW, PAGE]) });
  expect(plain).toContain('Chains too. (not verified)');
  expect(plain).toContain(
    'Sources\n\n[1] Winter *tyres* https://law.example/winter-(tyres)\n    From 1 November to 15 April.\n[12] lease.pdf, p. 12\n',
  );
  expect(toPlainText({ ...ANSWER, content: 'Just this.' })).toBe('Just this.');
});

test('a demo answer names no model', () => {
  expect(toDocument('T', { ...ANSWER, is_demo: true }).note).not.toContain('Made by');
});

test('sources are at the end, with address, dates and quotes', () => {
  const { body } = toDocument('T', { ...ANSWER, evidence: evidence([LAW]) });
  expect(body).toContain(
    '## Sources\n\n- \\[1\\] [Winter \\*tyres\\*](https://law.example/winter-%28tyres%29)',
  );
  expect(body).toMatch(/1\sOct\s2026, read 20\sNov\s2026\n\n {2}> From 1 November to 15 April\.$/);
});

test('an address in foreign text is not linked', () => {
  const quotes = [{ text: 'See https://bad.example, www.bad.example or ann@bad.example', around: '' }];
  const { body } = toDocument('T', { ...ANSWER, evidence: evidence([{ ...LAW, quotes }]) });
  expect(body).toContain('> See https:\u200b//bad.example, www\u200b.bad.example or ann\u200b@bad.example');
});

test('pages of a file are listed by the number that cites them', () => {
  const { body } = toDocument('T', { ...ANSWER, evidence: evidence([PAGE]) });
  expect(body).toContain('- \\[12\\] lease.pdf, p. 12\n');
});

test('sources that the text lists itself are not listed again', () => {
  const content = 'Needed.[1]\n\n---\n\n1. [Winter tyres](https://law.example/winter-%28tyres%29)';
  expect(toDocument('T', { ...ANSWER, content, evidence: evidence([LAW]) }).body).toBe(content);
});

test('a link that a model made up becomes text with its address as code', () => {
  const content = 'Look [here](https://made-up.example/?d=private) or ![p](https://made-up.example/p.png).';
  expect(toDocument('T', { ...ANSWER, content }).body).toBe(
    'Look here (`https://made-up.example/?d=private`) or Image, not loaded: p (`https://made-up.example/p.png`).',
  );
});

test('an Arabic title does not reorder the date: both are isolated', () => {
  const { body } = toDocument('T', { ...ANSWER, evidence: evidence([{ ...LAW, title: 'إطارات' }]) });
  expect(body).toMatch(/\u2068\[إطارات\]\(.*\)\u2069\. \u20681\sOct\s2026, read 20\sNov\s2026\u2069/);
});
