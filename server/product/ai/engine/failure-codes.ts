import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { ProviderFailure } from '#server/providers/provider-error/provider-error.ts';

/** Error code shown for each kind of provider failure. */
export const CODE_OF_FAILURE: Readonly<Record<ProviderFailure, RunErrorCode>> = {
  auth: 'temporarily_unavailable',
  payment: 'temporarily_unavailable',
  rate: 'busy',
  context: 'too_long',
  refused: 'refused',
  // A field, URL or name that the provider rejects: waiting helps none of them.
  request: 'not_set_up',
  upstream: 'provider_failed',
  truncated: 'incomplete_answer',
  empty: 'empty_answer',
  fetch: 'image_not_fetched',
  protocol: 'provider_failed',
  aborted: 'provider_failed',
};

const BY_NAME = new Map<string, RunErrorCode>(Object.entries(CODE_OF_FAILURE));

/**
 * Error code for several failed actions: of the most frequent provider failure, the first in a tie; null if
 * there is none.
 */
export function providerFailureAmong(whys: readonly string[]): RunErrorCode | null {
  const codes = whys.flatMap((why) => BY_NAME.get(why) ?? []);
  const times = (code: RunErrorCode): number => codes.filter((each) => each === code).length;
  return codes.toSorted((a, b) => times(b) - times(a))[0] ?? null;
}
