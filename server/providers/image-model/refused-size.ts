import type { ProviderError } from '../provider-error/provider-error.ts';
import type { ErrorObject } from '../text-model/wire.ts';

/** File sizes and context windows are other sizes: changing the shape wouldn't help. */
const OTHER_SIZE = /\b(?:bytes?|[kmg]i?b|uploads?|files?|body|payload|context|batch|mask)\b/i;

/**
 * OpenAI names the field in `param`. Proxies drop it or write their own message, which then has to mention the exact
 * pixels or a size.
 */
export function isSizeRefusal({ param, message }: ErrorObject, failure: ProviderError): boolean {
  if (failure.kind !== 'request' || (failure.status !== 400 && failure.status !== 422)) return false;
  if (param) return param === 'size';
  const said = message ?? '';
  return /\b\d{2,5}\s?[x×]\s?\d{2,5}\b/i.test(said) || (/\bsizes?\b/i.test(said) && !OTHER_SIZE.test(said));
}
