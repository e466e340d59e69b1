import { invalidPreferences, rollbackRefused } from '../respond/request-errors.ts';

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly return: 'minimal' | 'representation' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** Held only with `handling=strict`. */
  readonly maxAffected: number | null;
}

const NO_PREFERENCES: Preferences = {
  resolution: null,
  missing: null,
  return: null,
  count: null,
  handling: null,
  maxAffected: null,
};

/** `tx=commit` is what happens anyway. */
const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit'],
  handling: ['strict', 'lenient'],
} as const;

/** Reads the comma-joined `Prefer` header; of several values for one preference the first counts. */
export function parsePrefer(header: string | null): Preferences {
  if (header === null) return NO_PREFERENCES;
  const given = header.split(',').map((part) => part.trim());
  if (given.includes('tx=rollback')) throw rollbackRefused();
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
  return {
    resolution: pick('resolution'),
    missing: pick('missing'),
    return: pick('return'),
    count: pick('count'),
    handling,
    maxAffected: handling === 'strict' ? maxAffectedOf(given) : null,
  };
}

const MAX_AFFECTED = /^max-affected=([0-9]{1,15})$/;

function maxAffectedOf(given: readonly string[]): number | null {
  const digits = given.map((part) => MAX_AFFECTED.exec(part)?.[1]).find((found) => found !== undefined);
  return digits === undefined ? null : Number(digits);
}

function isKnown(part: string): boolean {
  const [name, value] = part.split('=', 2);
  if (MAX_AFFECTED.test(part)) return true;
  return Object.entries(CHOICES).some(
    ([known, choices]) => known === name && choices.some((choice) => choice === value),
  );
}

/** The value of `Preference-Applied`, in the contract's order; null when there is nothing to say. */
export function appliedPreferences(preferences: Partial<Preferences>): string | null {
  const { resolution, missing, return: returned, count, handling, maxAffected } = preferences;
  const named = { resolution, missing, return: returned, count, handling, 'max-affected': maxAffected };
  const applied = Object.entries(named).filter(([, value]) => value != null);
  return applied.length === 0 ? null : applied.map(([name, value]) => `${name}=${value}`).join(', ');
}
