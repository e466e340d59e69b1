import { t } from '#web/texts/app.ts';

/** "No. 0047": counts a user's delivered answers. Null for a run without an answer. */
export function slipNumber(number: number): string;
export function slipNumber(number: number | null): string | null;
export function slipNumber(number: number | null): string | null {
  if (number === null) return null;
  return t('delegation.slip_number', { number: String(number).padStart(4, '0') });
}
