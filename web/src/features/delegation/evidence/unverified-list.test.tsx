import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Evidence, evidence as evidenceSchema } from '#domain/evidence.ts';
import { receiptWords } from '../cost-words.ts';
import { UnverifiedList } from './unverified-list.tsx';

const OLD: Evidence = evidenceSchema.parse({
  sources: [],
  pages_read: 2,
  unread: [],
  unverified: [],
  open: [],
});

const strip = (evidence: Evidence) => receiptWords({ is_demo: false, evidence });
const list = (evidence: Evidence) => renderToStaticMarkup(<UnverifiedList evidence={evidence} />);

it('the receipt and its summary say how many sentences have no source', () => {
  const one = { ...OLD, unsourced: 1 };
  const three = { ...OLD, unsourced: 3 };
  expect(strip(one)).toBe('0 sources, all citations verified, 1 sentence without a source, 1 credit');
  expect(strip(three)).toContain(', 3 sentences without a source, ');
  expect(list(one)).toContain('1 sentence without a source');
  expect(list(three)).toMatch(/Nothing\. .*3 sentences without a source/);
  expect(list({ ...three, open: ['When it closes'] })).toMatch(/When it closes.*3 sentences without/);
});

it('they say nothing if there are none, or none were counted', () => {
  for (const evidence of [OLD, { ...OLD, unsourced: 0 }]) {
    expect(strip(evidence)).toBe('0 sources, all citations verified, 1 credit');
    expect(list(evidence)).not.toContain('without');
  }
});
