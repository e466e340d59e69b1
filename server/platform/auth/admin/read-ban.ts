import { refusals } from '../wire/auth-error.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy;
/** A hundred years: further ahead the database's times end. */
const LONGEST_MS = 100 * 365 * 24 * 3_600_000;

/** Until when `ban_duration` bars somebody: a duration such as `24h` or `1h30m`; `none` lifts the ban. */
export function readBan(text: string, now: Date): Date | null {
  if (text === 'none') return null;
  const parts = [...text.matchAll(PART)];
  const read = parts.map(([part]) => part).join('');
  if (parts.length === 0 || read !== text) {
    throw refusals.invalid('ban_duration: must be "none" or a duration such as "24h" or "1h30m"');
  }
  const ms = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
  return new Date(now.getTime() + Math.min(ms, LONGEST_MS));
}
