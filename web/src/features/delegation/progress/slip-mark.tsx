import { ReceiptText } from 'lucide-react';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import type { Delivery } from '#web/lib/live/task-cache.ts';
import { t } from '#web/texts/app.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { toolName } from '../tools.ts';

/** An answer in a list of compact rows: its number, in the line of its task. Pressed, it opens. */
export function SlipMark({ task, delivery: { run } }: { task: DelegableTask; delivery: Delivery }) {
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  return (
    <button
      type="button"
      className="slip-mark hit-40"
      title={t('delegation.view_full')}
      onClick={() => openResponse(task, run.id)}
    >
      <ReceiptText size={13} aria-hidden />
      <span className="sr-only">
        {t('delegation.view_full')}: {toolName(run.ai_task_type)},{' '}
      </span>
      {slipNumber(run.id)}
    </button>
  );
}
