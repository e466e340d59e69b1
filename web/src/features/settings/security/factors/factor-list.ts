import type { User } from '@supabase/supabase-js';

/** A verified second factor. */
export interface ShownFactor {
  readonly id: string;
  readonly kind: 'app' | 'key' | 'phone';
  readonly name: string;
  readonly createdAt: string;
}

interface FactorList {
  readonly factors: readonly ShownFactor[];
  readonly hasCodes: boolean;
  /** Includes unverified factors, since they take up names too. */
  readonly names: ReadonlySet<string>;
}

const KINDS: Readonly<Record<string, ShownFactor['kind']>> = {
  totp: 'app',
  webauthn: 'key',
  phone: 'phone',
};

export function listFactors({ factors: all = [] }: Pick<User, 'factors'>): FactorList {
  const verified = all.filter(({ status }) => status === 'verified');
  const factors = verified.flatMap(({ id, factor_type, friendly_name: name = '', created_at }) => {
    const kind = KINDS[factor_type];
    return kind ? [{ id, kind, name, createdAt: created_at }] : [];
  });
  return {
    factors,
    hasCodes: verified.some(({ factor_type }) => factor_type === 'recovery_code'),
    names: new Set(all.map(({ friendly_name: name = '' }) => name)),
  };
}

/** First free name: "Authenticator app", "Authenticator app 2". Names are unique per account. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
