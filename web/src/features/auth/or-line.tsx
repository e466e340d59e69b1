import { t } from '#web/texts/later.ts';

/** Divider between two ways to sign in. */
export function OrLine() {
  return (
    <div className="type-meta flex items-center gap-3 text-text-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {t('auth.login.or')}
    </div>
  );
}
