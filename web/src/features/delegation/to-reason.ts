import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/app.ts';

/** User-facing reason of a failed call. */
export function toReason(error: unknown): string {
  return error instanceof FunctionRefusedError ? error.message : t('delegation.network_error');
}
