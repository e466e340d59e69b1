import { describe, expect, it } from 'vitest';
import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { RUN_ERROR_MESSAGES, runErrorMessage } from '#domain/run/run-messages.ts';
import { readErrorBody, toTextModelError } from '#server/providers/text-model/read-error.ts';
import type { TextFailure } from '#server/providers/text-model/text-model.ts';
import { ERROR_TYPES, wireError } from '#simulators/ai/wire-errors.ts';
import { toRunFailure } from './run-failure.ts';

interface Row {
  readonly kind: TextFailure;
  readonly code: RunErrorCode;
  readonly retryable: boolean;
  /** Key, balance or model name must be fixed, so the operator is notified. */
  readonly needsOperator: boolean;
}

const MEND = {
  kind: 'request',
  code: 'not_set_up',
  retryable: false,
  needsOperator: true,
} as const;
const SHORTEN = { kind: 'context', code: 'too_long', retryable: false, needsOperator: false } as const;
const REFUSED = { kind: 'refused', code: 'refused', retryable: false, needsOperator: false } as const;
const LATER = { kind: 'upstream', code: 'provider_failed', retryable: true, needsOperator: false } as const;

/** Every provider error, from its name on the wire to the outcome of the run. */
const ROWS: Readonly<Record<string, Row>> = {
  invalid_request: MEND,
  invalid_prompt: MEND,
  string_too_long: MEND,
  context_length_exceeded: SHORTEN,
  max_tokens_exceeded: SHORTEN,
  token_limit_exceeded: SHORTEN,
  content_policy_violation: REFUSED,
  refusal: REFUSED,
  authentication: { ...MEND, kind: 'auth', code: 'temporarily_unavailable' },
  payment_required: { ...MEND, kind: 'payment', code: 'temporarily_unavailable' },
  moderation: REFUSED,
  not_found: MEND,
  timeout: LATER,
  payload_too_large: MEND,
  unprocessable: MEND,
  rate_limit_exceeded: { kind: 'rate', code: 'busy', retryable: true, needsOperator: false },
  server: LATER,
  provider_unavailable: LATER,
  unavailable: LATER,
  gateway_timeout: LATER,
  edge_timeout: LATER,
  provider_overloaded: LATER,
};

describe('a failure of the provider', () => {
  it('has a row for each kind', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(ERROR_TYPES).toSorted());
  });

  it.each(Object.entries(ROWS))('%s is one kind, one outcome of the run, one message', (type, row) => {
    const { status, body } = wireError(type);
    const error = toTextModelError(readErrorBody(JSON.stringify(body)), {
      status,
      headers: new Headers(),
      secrets: { key: null, sent: [] },
    });
    const { code, retryable, needsOperator } = toRunFailure(error);
    expect({ kind: error.kind, code, retryable, needsOperator }).toEqual(row);
    for (const tool of ['answer', ...IMAGE_TASK_TYPES] as const) {
      const told = runErrorMessage(code, tool);
      expect(told).toMatch(/^\S.*\.$/);
      expect(told).not.toContain(ERROR_TYPES[type]?.message ?? '');
    }
  });

  it('has a message that no other failure has', () => {
    const codes = new Set(Object.values(ROWS).map(({ code }) => code));
    expect(new Set([...codes].map((code) => RUN_ERROR_MESSAGES[code])).size).toBe(codes.size);
  });
});
