import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import type { Run } from '#domain/rows/run-row.ts';
import { newId } from '#web/lib/new-id.ts';
import { type TextId, t } from '#web/texts/app.ts';
import { elapsed } from '#web/ui/paper/elapsed.ts';
import { SlipLine } from '#web/ui/paper/slip-line.tsx';
import { costWords, returnedWords } from '../cost-words.ts';
import { secondsBetween } from '../moments.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { useTryAgain } from '../use-try-again.ts';

/** A cancelled or failed run, with what happened to the credit. */
export function EndedRun({ task, run }: { task: DelegableTask; run: Run }) {
  if (run.status === 'cancelled') {
    const after = elapsed(secondsBetween(run.created_at, run.finished_at) ?? 0);
    return (
      <SlipLine
        kind="stopped"
        icon={<Square size={12} aria-hidden />}
        note={returnedWords(run)}
        action={<Again task={task} run={run} label="delegation.again.start" />}
      >
        {t('delegation.stopped', { time: after })}
      </SlipLine>
    );
  }
  return (
    <SlipLine
      kind="failed"
      icon={<CircleAlert size={14} aria-hidden />}
      note={returnedWords(run)}
      action={<Again task={task} run={run} label="delegation.again.try" />}
    >
      {t('delegation.failed_because', { reason: run.error_message ?? '' })}
    </SlipLine>
  );
}

/** Starts the same work as a new run, or opens it to change it first. The button shows its price. */
function Again({ task, run, label }: { task: DelegableTask; run: Run; label: TextId }) {
  const { tryAgain, isPending } = useTryAgain();
  const openAgain = useDelegationDialogs((state) => state.openAgain);
  // Kept until accepted, so that a retry after a lost response makes no second run.
  const [key] = useState(newId);
  return (
    <>
      <button type="button" className="link hit-40" disabled={isPending} onClick={() => openAgain(task, run)}>
        {t('delegation.again.edit')}
      </button>
      <button
        type="button"
        className="link hit-40 whitespace-nowrap"
        disabled={isPending}
        onClick={() => tryAgain(run, key)}
      >
        {isPending ? t('delegation.again.pending') : t(label, { cost: costWords(run.is_demo).toLowerCase() })}
      </button>
    </>
  );
}
