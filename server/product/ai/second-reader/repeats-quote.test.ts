import { describe, expect, it } from 'vitest';
import { done } from '../prompts/examples/read-given.ts';
import { toVerdicts } from './check-action.ts';
import { repeatsQuote } from './repeats-quote.ts';

const AROUND = 'The law speaks of bicycles. They may be parked here, “unless it snows”.[2]\nCars may not.';
const WHOLE = 'They may be parked here, “unless it snows”.[2]';

/** What a reader who doubts everything is recorded to have said. */
function saidOf(text: string, quote: string, around = AROUND, is = 'contradicted') {
  const batch = [{ id: 's1', text, claims: [{ id: 'c1', quote, around }] }];
  const lists = { supported: '', contradicted: '', not_said: '', no_claim: '', computed: [], [is]: 's1' };
  return toVerdicts(batch, done(JSON.stringify(lists)))?.get('s1')?.is;
}

describe('a statement that is a sentence of its page letter by letter', () => {
  it.each([
    ['They may be parked here, “unless it snows”.', WHOLE],
    ['they  may be parked here, "unless it snows"', WHOLE],
    ['Cars may not.', 'Cars may not'],
  ])('cannot be doubted: %s', (text, quote) => {
    expect(saidOf(text, quote)).toBe('supported');
    expect(saidOf(text, quote, '')).toBe('supported');
    expect(saidOf(text, quote, AROUND, 'not_said')).toBe('supported');
  });

  it('can be where it may be the rest of a longer one', () => {
    const claims = [{ id: 'c1', quote: 'Cars may not.', around: AROUND }];
    const text = 'Cars may not.';
    expect(repeatsQuote({ text, claims })).toBe(true);
    expect(repeatsQuote({ text, claims, before: 'It is untrue, says Mr.' })).toBe(false);
    expect(repeatsQuote({ text, claims, after: 'Tarn denies.' })).toBe(false);
  });

  it.each([
    ['half of it', 'They may be parked here.', 'They may be parked here'],
    ['its end', 'May be parked here, “unless it snows”.', 'may be parked here, “unless it snows”.'],
    ['what it asks', 'Cars may not?', 'Cars may not.'],
    ['more', 'Cars may not park.', 'Cars may not.'],
    ['less', 'Cars may.', 'Cars may not.'],
  ])('can be if it is %s', (_what, text, quote) => {
    expect(saidOf(text, quote)).toBe('contradicted');
  });
});
