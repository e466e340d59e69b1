import { CircleAlert, Square } from 'lucide-react';
import { useState } from 'react';
import { isLanguageCode } from '#domain/languages.ts';
import { messages } from '#domain/messages.ts';
import { newId } from '#web/lib/new-id.ts';
import type { Run } from '#web/lib/rows.ts';
import { notify } from '#web/lib/toast.ts';
import { elapsed } from '#web/ui/elapsed.ts';
import { SlipLine } from '#web/ui/slip-line.tsx';
import { toReason } from './call-function.ts';
import { costWords, returnedWords } from './cost-words.ts';
import { secondsBetween } from './moments.ts';
import { useDelegate } from './use-delegate.ts';

/** A run that ended without an answer: stopped by the person, or failed. Says what became of the credit. */
export function EndedRun({ run }: { run: Run }) {
  if (run.status === 'cancelled') {
    const after = elapsed(secondsBetween(run.created_at, run.finished_at) ?? 0);
    return (
      <SlipLine
        kind="stopped"
        icon={<Square size={12} aria-hidden />}
        note={returnedWords(run)}
        action={<Again run={run} label="Start again" />}
      >
        Stopped by you after {after}. Nothing was charged.
      </SlipLine>
    );
  }
  return (
    <SlipLine
      kind="failed"
      icon={<CircleAlert size={14} aria-hidden />}
      note={returnedWords(run)}
      action={<Again run={run} label="Try again" />}
    >
      {messages.delegation.failed}. {run.error_message}
    </SlipLine>
  );
}

/** The same work once more, as a new run. What it costs stands on the button. */
function Again({ run, label }: { run: Run; label: string }) {
  const delegate = useDelegate();
  // Kept until it is accepted, so that pressing again after a lost answer makes no second run.
  const [key] = useState(newId);
  const again = () => {
    const { task_id, ai_task_type, project_id, language } = run;
    const request = { task_id, ai_task_type, project_id, ...(isLanguageCode(language) && { language }) };
    delegate.mutate(
      { request, key },
      { onError: (error) => notify.error(messages.delegation.startFailed, { detail: toReason(error) }) },
    );
  };
  return (
    <button
      type="button"
      className="link hit-40 whitespace-nowrap"
      disabled={delegate.isPending}
      onClick={again}
    >
      {delegate.isPending ? 'Starting…' : `${label}, ${costWords(run.is_demo).toLowerCase()}`}
    </button>
  );
}
