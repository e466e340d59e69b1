import { describe, expect, it } from 'vitest';
import { isTurned, readPairs } from './read-pairs.ts';

describe.each([
  ['known', 105],
  ['held-out', 68],
] as const)('of sentences with their quotes, %s ones', (name, least) => {
  const pairs = readPairs(name);

  it('no true sentence is taken for the opposite', () => {
    expect(pairs.filter((pair) => pair.says === 'the same' && isTurned(pair))).toEqual([]);
  });

  it('most that say the opposite are found', () => {
    const found = pairs.filter((pair) => pair.says === 'the opposite' && isTurned(pair));
    expect(found.length).toBeGreaterThanOrEqual(least);
  });
});
