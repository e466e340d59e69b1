import type { Response } from '#domain/rows/response-row.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { t } from '#web/texts/later.ts';
import { toFullMoment } from '../moments.ts';

/** Number, model and time of an answer, for a file: "No. 0047. Made by a/b, Fri 20 Nov 2026, 09:14". */
export function noteOf(
  { created_at, model_used: model, is_demo }: Pick<Response, 'created_at' | 'model_used' | 'is_demo'>,
  slip: number | null,
): string {
  const time = toFullMoment(new Date(created_at));
  // A demo says so in its first line.
  const made = is_demo ? time : t('delegation.document.note', { model, time });
  return slip === null ? made : `${slipNumber(slip)}. ${made}`;
}
