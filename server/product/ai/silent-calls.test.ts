import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
import { ProviderError } from '#server/providers/provider-error/provider-error.ts';
import { toolContext } from '#tests/worlds/tool-attempt.ts';
import { withRetries } from './engine/with-retries.ts';
import { makeCall } from './models/make-call.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const planned = { model: 'm', promptTokens: 1, maxTokens: 1 };
const silence = new ProviderError('upstream', 'silent', { retryable: true, isSilence: true });
const patience = { calls: 4, delay: 0, inPlace: 20_000, spare: 60_000 };

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A call that streams at these moments, in milliseconds, and ends with the last. */
async function stepsOf(...moments: number[]): Promise<RunStep[]> {
  const steps: RunStep[] = [];
  const call = makeCall(toolContext({ onStep: (step) => steps.push(step) }), {
    planned,
    awaits: 'words',
    async make(_begun, heard) {
      let now = 0;
      for (const moment of moments) {
        await after(moment - now);
        now = moment;
        heard();
      }
    },
    usageOf: () => null,
  });
  await vi.advanceTimersByTimeAsync(600_000);
  await call;
  return steps;
}

const awaits = (what: string) => ({ key: 'awaits', params: { what, seconds: 5 } });
const came = (seconds: number) => ({ key: 'words_came', params: { seconds } });

it('a slow call reports the wait, and its end', async () => {
  expect(await stepsOf(40_000, 41_000)).toEqual([awaits('words'), came(40)]);
  expect(await stepsOf(1_000, 31_000)).toEqual([awaits('more_words'), came(30)]);
});

it('a fast call reports no wait', async () => {
  expect(await stepsOf(4_000, 8_000, 12_000)).toEqual([]);
});

it('a model that pauses repeatedly does not flood the trail', async () => {
  const moments = Array.from({ length: 50 }, (_, index) => (index + 1) * 10_000);
  expect((await stepsOf(...moments)).filter(({ key }) => key === 'awaits')).toHaveLength(4);
});

it('a step that ends in silence is retried once, and the retry is reported', async () => {
  const steps: RunStep[] = [];
  const attempt = vi.fn(() => Promise.reject(silence));
  const work = withRetries(patience, toolContext({ onStep: (step) => steps.push(step) }), attempt);
  const ended = expect(work).rejects.toMatchObject({ kind: 'upstream', retryable: false });
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
  expect(attempt).toHaveBeenCalledTimes(2);
  expect(steps).toEqual([{ key: 'retrying', params: { code: 'provider_failed', seconds: 0 } }]);
});
