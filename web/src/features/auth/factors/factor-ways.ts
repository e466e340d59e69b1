import type { Factor } from '@supabase/supabase-js';
import { t } from '#web/texts/later.ts';

/** A way to verify the second factor. */
export type FactorWay = CodeWay | KeyWay | PhoneWay | RecoveryWay;

export type CodeWay = { readonly kind: 'code'; readonly id: string; readonly name: string };
export type KeyWay = { readonly kind: 'key'; readonly id: string; readonly name: string };
export type PhoneWay = { readonly kind: 'phone'; readonly id: string; readonly name: string };
export type RecoveryWay = { readonly kind: 'recovery'; readonly id: string };

/** Fields used of a factor. Kinds of a newer server are skipped. */
type KnownFactor = Pick<Factor, 'id' | 'friendly_name'> & { factor_type: string; status: string };

/** By factor type of the auth service. */
const KINDS: Readonly<Record<string, FactorWay['kind']>> = {
  totp: 'code',
  webauthn: 'key',
  phone: 'phone',
  recovery_code: 'recovery',
};
/** Quickest first; recovery codes last. */
const ORDER: readonly FactorWay['kind'][] = ['code', 'key', 'phone', 'recovery'];

export function waysOf(factors: readonly KnownFactor[] = []): FactorWay[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .flatMap((factor): FactorWay[] => {
      const kind = KINDS[factor.factor_type];
      if (kind === undefined) return [];
      if (kind === 'recovery') return [{ kind, id: factor.id }];
      return [{ kind, id: factor.id, name: factor.friendly_name || t(`auth.factor.${kind}.nameless`) }];
    })
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}
