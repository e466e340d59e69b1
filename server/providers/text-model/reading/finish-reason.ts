/** How an answer came to its end, in our words. */
export type Finish = 'stop' | 'length' | 'refused' | 'error' | 'tools';

/**
 * What a finish reason means. OpenAI's own are `stop`, `length`, `content_filter`, `tool_calls`; gateways pass on what
 * their models say (`end_turn`, `eos`, `STOP`, `max_tokens`, `MODEL_LENGTH`, `SAFETY`, …), and each new one says
 * another. So words are looked for, and what says nothing of a limit, a refusal or a fault is an end like any other.
 */
export function readFinishReason(reason: string): Finish {
  if (/length|max|limit/i.test(reason)) return 'length';
  if (/filter|safety|refus|guardrail|prohibited|blocklist/i.test(reason)) return 'refused';
  if (/error|fail/i.test(reason)) return 'error';
  return /tool|function/i.test(reason) ? 'tools' : 'stop';
}
