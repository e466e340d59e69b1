import type { RunErrorCode } from '#domain/run/run-messages.ts';
import type { ProviderFailure } from '#server/providers/provider-error/provider-error.ts';

/** Error code shown for each kind of provider failure. */
export const CODE_OF_FAILURE: Readonly<Record<ProviderFailure, RunErrorCode>> = {
  auth: 'temporarily_unavailable',
  payment: 'temporarily_unavailable',
  rate: 'busy',
  context: 'too_long',
  refused: 'refused',
  // A field, an address or a name that the provider does not take: waiting mends none of them.
  request: 'not_set_up',
  upstream: 'provider_failed',
  truncated: 'incomplete_answer',
  empty: 'empty_answer',
  fetch: 'image_not_fetched',
  protocol: 'provider_failed',
  aborted: 'provider_failed',
};

const BY_NAME = new Map<string, RunErrorCode>(Object.entries(CODE_OF_FAILURE));

/** The same for the reasons of several actions: of a provider's failures the most frequent, the first of two; null: none. */
export function providerFailureAmong(whys: readonly string[]): RunErrorCode | null {
  const codes = whys.flatMap((why) => BY_NAME.get(why) ?? []);
  const times = (code: RunErrorCode): number => codes.filter((each) => each === code).length;
  return codes.toSorted((a, b) => times(b) - times(a))[0] ?? null;
}
