import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { toReason } from '../to-reason.ts';
import { showAtOnce } from './show-at-once.ts';

/** Why the task can't be or wasn't delegated. */
export function Refusal({ error, canDelegate }: { error: Error | null; canDelegate: boolean }) {
  const openUpgrade = useUpgradeDialog((state) => state.open);
  if (!canDelegate) {
    const upgrade = (
      <Button size="s" className="flex-none" onClick={openUpgrade}>
        {t('credits.upgrade')}
      </Button>
    );
    return <InlineError action={upgrade}>{t('delegation.no_credits')}</InlineError>;
  }
  if (error === null) return null;
  const reason = toReason(error);
  return (
    <div key={reason} ref={showAtOnce}>
      <InlineError>
        {error instanceof FunctionRefusedError ? reason : t('delegation.start_failed_because', { reason })}
      </InlineError>
    </div>
  );
}
