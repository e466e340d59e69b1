import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER } from '#simulators/ai/answers.ts';
import { BEFORE_THE_BREAK } from '#simulators/ai/scripts/broken-streams.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { ask, connectTo, requestFor } from '#tests/worlds/ask-simulator.ts';
import type { TextFailure } from './text-model.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

const LATER: readonly TextFailure[] = ['rate', 'upstream', 'truncated', 'empty', 'protocol'];

/** Model, failure, and whether a retry may help, where that doesn't follow from the failure. */
const FAILURES: readonly (readonly [model: string, kind: TextFailure, retryable?: boolean])[] = [
  ['sim/fail-invalid_request', 'request'],
  ['sim/fail-invalid_prompt', 'request'],
  ['sim/fail-string_too_long', 'request'],
  ['sim/fail-context_length_exceeded', 'context'],
  ['sim/fail-max_tokens_exceeded', 'context'],
  ['sim/fail-token_limit_exceeded', 'context'],
  ['sim/fail-context-llama', 'context'],
  ['sim/fail-context-500', 'context', true],
  ['sim/fail-content_policy_violation', 'refused'],
  ['sim/fail-refusal', 'refused'],
  ['sim/fail-moderation', 'refused'],
  ['sim/fail-authentication', 'auth'],
  ['sim/fail-401', 'auth'],
  ['sim/fail-403', 'auth'],
  ['sim/fail-payment_required', 'payment'],
  ['sim/fail-402', 'payment'],
  ['sim/fail-insufficient-quota', 'payment'],
  ['sim/fail-not_found', 'request'],
  ['sim/fail-404', 'request'],
  ['sim/fail-string', 'request'],
  ['sim/fail-detail', 'request'],
  ['sim/fail-list', 'rate'],
  ['sim/fail-availability-no', 'request'],
  ['sim/fail-availability-yes', 'request', true],
  ['sim/fail-timeout', 'upstream'],
  ['sim/fail-408', 'upstream'],
  ['sim/fail-504', 'upstream'],
  ['sim/fail-edge_timeout', 'upstream'],
  ['sim/fail-payload_too_large', 'request'],
  ['sim/fail-413', 'request'],
  ['sim/fail-unprocessable', 'request'],
  ['sim/fail-422', 'request'],
  ['sim/fail-rate_limit_exceeded', 'rate'],
  ['sim/fail-429', 'rate'],
  ['sim/fail-server', 'upstream'],
  ['sim/fail-500', 'upstream'],
  ['sim/fail-provider_unavailable', 'upstream'],
  ['sim/fail-unavailable', 'upstream'],
  ['sim/fail-provider_overloaded', 'upstream'],
  ['sim/fail-529', 'upstream'],
  ['sim/html-502', 'upstream'],
  ['sim/html-200', 'request'],
  ['sim/error-200', 'upstream'],
  ['sim/error-200-string', 'upstream'],
  ['sim/error-midstream', 'upstream'],
  ['sim/error-midstream-code', 'upstream'],
  ['sim/error-midstream-rate', 'rate'],
  ['sim/error-midstream-string', 'context', true],
  ['sim/error-in-choice', 'rate'],
  ['sim/finish-error', 'upstream'],
  ['sim/cut', 'truncated'],
  ['sim/cut-with-blank-reasons', 'truncated'],
  ['sim/cut-in-letter', 'truncated'],
  ['sim/cut-at-start', 'truncated'],
  ['sim/no-end', 'truncated'],
  ['sim/stall', 'upstream'],
  ['sim/stall-at-start', 'upstream'],
  ['sim/silent', 'upstream'],
  ['sim/empty', 'empty'],
  ['sim/blank', 'empty'],
  ['sim/no-deltas', 'empty'],
  ['sim/empty-length', 'empty', false],
  ['sim/refused', 'refused'],
  ['sim/refusal', 'refused'],
  ['sim/tool-calls', 'protocol'],
  ['sim/garbage', 'protocol'],
  ['sim/wrong-shape', 'protocol'],
  ['sim/redirect', 'request'],
  ['sim/endless', 'protocol', false],
  ['sim/endless-line', 'protocol', false],
  ['sim/no-such-script', 'request'],
];

describe('a failure', () => {
  it.for(FAILURES)('of %s is %s', async ([model, kind, retryable = LATER.includes(kind)]) => {
    // On a busy machine, the first line of another answer may take as long as this.
    const patience = /stall|silent/.test(model) ? { silenceMs: 300, firstSignMs: 300 } : {};
    const { error } = await ask(simulator, model, { options: { patience } });
    expect({ kind: error?.kind, retryable: error?.retryable }).toEqual({ kind, retryable });
  });

  it.each([
    ['sim/fail-429-retry-1', 1],
    ['sim/fail-429-retry-90', 90],
    ['sim/fail-503-retry-30', 30],
    ['sim/fail-availability-yes', 7],
    ['sim/fail-429', null],
  ])('of %s is retryable after %s s', async (model, seconds) => {
    expect((await ask(simulator, model)).error?.retryAfter).toBe(seconds);
  });

  it('accepts a date in Retry-After', async () => {
    const { error } = await ask(simulator, 'sim/fail-429-retry-date-60');
    expect(error?.retryAfter).toBeGreaterThan(55);
    expect(error?.retryAfter).toBeLessThanOrEqual(60);
  });

  it.each(['sim/cut', 'sim/stall', 'sim/error-midstream', 'sim/finish-error', 'sim/garbage'])(
    'of %s follows all text that was sent before it',
    async (model) => {
      const { streamed } = await ask(simulator, model, { options: { patience: { silenceMs: 200 } } });
      expect(streamed).toBe(BEFORE_THE_BREAK);
    },
  );

  it('ends an endless answer at one megabyte, and its connection', async () => {
    const { streamed } = await ask(simulator, 'sim/endless');
    expect(Buffer.byteLength(streamed)).toBeLessThanOrEqual(1024 * 1024);
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });

  it.each(['sim/stall', 'sim/stall-at-start', 'sim/silent'])(
    'of %s leaves no connection open',
    async (model) => {
      await ask(simulator, model, { options: { patience: { silenceMs: 100, firstSignMs: 100 } } });
      expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
    },
  );

  it('is reported if nothing listens', async () => {
    const { error } = await ask(simulator, 'sim/fast', { options: { baseUrl: 'http://127.0.0.1:1/v1' } });
    expect(error).toMatchObject({ kind: 'upstream', retryable: true });
    expect(error?.message).toContain('127.0.0.1:1');
  });

  it('is reported if a server silently truncated a long prompt', async () => {
    const { error } = await ask(simulator, 'sim/shrunk-prompt', { content: 'word '.repeat(4_000) });
    expect(error).toMatchObject({ kind: 'context', retryable: false });
    expect((await ask(simulator, 'sim/shrunk-prompt', { content: 'word '.repeat(400) })).result?.text).toBe(
      ANSWER,
    );
  });

  const PROSE = 'The tenant gives notice in writing three months before the end of a quarter. ';
  it.each([
    ['a window of 4096 tokens', 4096, PROSE.repeat(390), 'context'],
    [
      'a window of 4096 tokens, in Chinese',
      4096,
      '租客应在季度结束前三个月以书面形式通知房东。'.repeat(450),
      'context',
    ],
    ['a tokenizer that knows long words', 5_000, PROSE.repeat(390), undefined],
    [
      'mostly white space and dots',
      1_000,
      `Heating${' '.repeat(60)}1240${'.'.repeat(60)}\n`.repeat(220),
      undefined,
    ],
  ])('depends on the content of the prompt: %s', async (_what, tokens, content, kind) => {
    const { error } = await ask(simulator, `sim/shrunk-prompt-${tokens}`, { content });
    expect(error?.kind).toBe(kind);
  });

  it('of the callback keeps its own error', async () => {
    const model = connectTo(simulator);
    const mistake = new RangeError('not the provider');
    const call = model.complete(requestFor('sim/slow-5000'), {
      signal: new AbortController().signal,
      onText: () => {
        throw mistake;
      },
    });
    await expect(call).rejects.toBe(mistake);
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });
});
