import { invalidPreferences, rollbackRefused } from '../respond/request-errors.ts';
import type { TxEnd } from '../rest-settings.ts';

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'minimal' | 'representation' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  /** The requested transaction end, where the server leaves it to the client. */
  readonly tx: 'commit' | 'rollback' | null;
  readonly handling: 'strict' | 'lenient' | null;
  readonly timezone: string | null;
  /** Only set with `handling=strict`. */
  readonly maxAffected: number | null;
}

/** Every server knows `tx=commit`; `tx=rollback` only those that allow it. */
const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;
const MAX_AFFECTED = /^max-affected=([0-9]{1,15})$/;
const TIMEZONE = /^timezone=(.+)$/;

/** Parses the comma-joined `Prefer` header; the first value of a preference wins. */
export function parsePrefer(header: string | null, txEnd: TxEnd): Preferences {
  const given = header === null ? [] : header.split(',').map((part) => part.trim());
  if (txEnd === 'commit' && given.includes('tx=rollback')) throw rollbackRefused();
  const pick = <Name extends keyof typeof CHOICES>(name: Name): (typeof CHOICES)[Name][number] | null => {
    const choices: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
    for (const part of given) {
      const choice = choices.find((value) => part === `${name}=${value}`);
      if (choice !== undefined) return choice;
    }
    return null;
  };
  const handling = pick('handling');
  const unknown = given.filter((part) => !isKnown(part));
  if (handling === 'strict' && unknown.length > 0) throw invalidPreferences(unknown);
  const maxAffected = handling === 'strict' ? matchIn(given, MAX_AFFECTED) : null;
  return {
    resolution: pick('resolution'),
    missing: pick('missing'),
    return: pick('return'),
    count: pick('count'),
    tx: txEnd.endsWith('allow-override') ? pick('tx') : null,
    handling,
    timezone: matchIn(given, TIMEZONE),
    maxAffected: maxAffected === null ? null : Number(maxAffected),
  };
}

function matchIn(given: readonly string[], pattern: RegExp): string | null {
  return given.map((part) => pattern.exec(part)?.[1]).find((found) => found !== undefined) ?? null;
}

function isKnown(part: string): boolean {
  const [name, value] = part.split('=', 2);
  if (MAX_AFFECTED.test(part) || TIMEZONE.test(part)) return true;
  return Object.entries(CHOICES).some(
    ([known, choices]) => known === name && choices.some((choice) => choice === value),
  );
}

/** Returns the value of `Preference-Applied`, in the contract's order; null if no preference was applied. */
export function appliedPreferences(preferences: Partial<Preferences>): string | null {
  const { resolution, missing, return: returned, count, tx, handling, timezone, maxAffected } = preferences;
  const named = {
    resolution,
    missing,
    return: returned,
    count,
    tx,
    handling,
    timezone,
    'max-affected': maxAffected,
  };
  const applied = Object.entries(named).filter(([, value]) => value != null);
  return applied.length === 0 ? null : applied.map(([name, value]) => `${name}=${value}`).join(', ');
}
