import { codeRule, type Verdict } from '#web/lib/field-rules.ts';
import { t } from '#web/texts/app.ts';
import type { ProofKind } from './change-password.ts';

/** The present password may be of any kind. */
export function proofRule(kind: ProofKind): (value: string) => Verdict {
  return kind === 'code' ? codeRule : (value) => value !== '' || t('auth.password_required');
}
