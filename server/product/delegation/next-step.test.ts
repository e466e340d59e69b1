import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';
import type { RunFailure } from './run-failure.ts';

const limits = { retryDelay: 1000, waitInPlace: 20_000 };
const passing: RunFailure = {
  code: 'busy',
  retryable: true,
  retryAfter: null,
  isSilence: false,
  needsOperator: false,
};
const situation = { calls: 1, maxCalls: 4, timeLeft: 600_000, limits, random: 0.5 };

describe('the step after a failed attempt', () => {
  it('is another call, with exponential backoff', () => {
    const waits = [1, 2, 3].map((calls) => nextStep(passing, { ...situation, calls }));
    expect(waits).toEqual([
      { act: 'retry', wait: 1000 },
      { act: 'retry', wait: 2000 },
      { act: 'retry', wait: 4000 },
    ]);
  });

  it('has up to 50 % jitter, so that runs that failed together do not retry together', () => {
    expect(nextStep(passing, { ...situation, random: 0 })).toMatchObject({ wait: 500 });
    expect(nextStep(passing, { ...situation, random: 1 })).toMatchObject({ wait: 1500 });
  });

  it('waits as long as the provider asks, and releases the slot beyond 20 seconds', () => {
    expect(nextStep({ ...passing, retryAfter: 20_000 }, situation)).toEqual({ act: 'retry', wait: 20_000 });
    expect(nextStep({ ...passing, retryAfter: 20_001 }, situation)).toEqual({ act: 'release', wait: 20_001 });
  });

  it('is the end if the provider asks to wait past the deadline', () => {
    expect(nextStep({ ...passing, retryAfter: 600_000 }, situation)).toEqual({ act: 'fail', code: 'busy' });
  });

  it('is the end after the fourth call', () => {
    expect(nextStep(passing, { ...situation, calls: 4 })).toEqual({ act: 'fail', code: 'busy' });
  });

  it('is the end if a retry cannot help', () => {
    const refused: RunFailure = { ...passing, code: 'refused', retryable: false };
    expect(nextStep(refused, situation)).toEqual({ act: 'fail', code: 'refused' });
  });
});
