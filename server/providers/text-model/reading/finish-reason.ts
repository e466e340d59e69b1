/** How an answer ended, in our terms. */
export type Finish = 'stop' | 'length' | 'refused' | 'error' | 'tools';

/**
 * Maps a finish reason to our terms. OpenAI's are `stop`, `length`, `content_filter`, `tool_calls`; gateways pass on
 * their models' own (`end_turn`, `eos`, `STOP`, `max_tokens`, `MODEL_LENGTH`, `SAFETY`, …), and new models add more. So
 * match keywords: a reason that names no limit, refusal, error or tool is a normal stop.
 */
export function readFinishReason(reason: string): Finish {
  if (/length|max|limit/i.test(reason)) return 'length';
  if (/filter|safety|refus|guardrail|prohibited|blocklist|recitation|spii/i.test(reason)) return 'refused';
  if (/error|fail|abort|cancel|interrupt|insufficient|incomplete|timeout|unavailable/i.test(reason))
    return 'error';
  return /tool|function/i.test(reason) ? 'tools' : 'stop';
}
