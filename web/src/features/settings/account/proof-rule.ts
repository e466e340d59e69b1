import { codeRule, textedCodeRule, type Verdict } from '#web/lib/session/field-rules.ts';
import { t } from '#web/texts/settings.ts';
import type { ProofKind } from './change-password.ts';

/** No format is required of the current password. */
export function proofRule(kind: ProofKind, email: string): (value: string) => Verdict {
  if (kind === 'code') return email === '' ? textedCodeRule : codeRule;
  return (value) => value !== '' || t('auth.password_required');
}
