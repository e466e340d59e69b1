import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import { logProblem } from '#web/lib/log.ts';
import type { Delivery } from '#web/lib/task-cache.ts';
import { notify } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { elapsed } from '#web/ui/elapsed.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Slip } from '#web/ui/slip.tsx';
import { SlipLine } from '#web/ui/slip-line.tsx';
import { SlipStub } from '#web/ui/slip-stub.tsx';
import { SlipTitle } from '#web/ui/slip-title.tsx';
import { costWords, slipNumber } from './cost-words.ts';
import { downloadAnswer } from './download-answer.ts';
import { secondsBetween, toMoment } from './moments.ts';
import { type DelegableTask, useDelegationDialogs } from './open-delegation.ts';
import { TOOLS } from './tools.ts';
import { fetchAnswer } from './use-answer.ts';

interface RunSlipProps {
  task: DelegableTask;
  delivery: Delivery;
  /** It has arrived before the person's eyes. */
  fresh: boolean;
  open: boolean;
}

/** An answer, attached to its task: the beginning of it, and the receipt. Folds into one line. */
export function RunSlip({ task, delivery, fresh, open }: RunSlipProps) {
  const [isOpen, setIsOpen] = useState(open);
  const { run } = delivery;
  const took = secondsBetween(run.created_at, run.finished_at);
  const when = `${TOOLS[run.ai_task_type].name}, ${toMoment(new Date(delivery.created_at))}`;
  const cost = costWords(delivery.is_demo);
  if (!isOpen) {
    return (
      <SlipLine
        kind="folded"
        icon={<ReceiptText size={14} aria-hidden />}
        note={cost}
        action={
          <IconButton label="Show the answer" className="text-inherit" onClick={() => setIsOpen(true)}>
            <ChevronDown size={16} aria-hidden />
          </IconButton>
        }
      >
        Delivered: {when}
      </SlipLine>
    );
  }
  return (
    <Slip
      fresh={fresh}
      stub={
        <SlipStub>
          <b>{slipNumber(run.id)}</b>
          {took !== undefined && <span>{elapsed(took)}</span>}
          {delivery.is_demo && <span>no model connected</span>}
          <b>{cost}</b>
        </SlipStub>
      }
    >
      <div className="flex items-start justify-between gap-2">
        <SlipTitle note={when}>{delivery.is_demo ? 'Demo result' : 'Delivered'}</SlipTitle>
        <IconButton label="Fold" className="-mt-1 -me-2 text-inherit" onClick={() => setIsOpen(false)}>
          <ChevronUp size={16} aria-hidden />
        </IconButton>
      </div>
      <p dir="auto" className="wrap-anywhere [font:400_.875rem/1.375rem_var(--font-text)]">
        {delivery.preview}
      </p>
      <SlipActions task={task} runId={run.id} />
    </Slip>
  );
}

function SlipActions({ task, runId }: { task: DelegableTask; runId: string }) {
  const client = useQueryClient();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const download = () => {
    fetchAnswer(client, runId).then(
      (answer) => downloadAnswer(task.title, answer),
      (error: unknown) => {
        logProblem('an answer could not be read', error);
        notify.error('Failed to load the answer');
      },
    );
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2 max-md:[&>button]:flex-1 max-md:[&>button]:px-2">
      <Button look="slip" size="s" onClick={() => openResponse(task, runId)}>
        {messages.labels.viewFullResponse}
      </Button>
      <Button look="slip" size="s" icon={<Download size={14} aria-hidden />} onClick={download}>
        {messages.labels.download}
      </Button>
    </div>
  );
}
