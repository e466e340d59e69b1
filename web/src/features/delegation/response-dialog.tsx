import { Check, Copy, Download, ReceiptText } from 'lucide-react';
import { useEffect } from 'react';
import { withoutDemoLabel } from '#domain/demo-label.ts';
import { messages } from '#domain/messages.ts';
import { logProblem } from '#web/lib/log.ts';
import type { Response } from '#web/lib/rows.ts';
import { notify } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';
import { Answer } from './answer.tsx';
import { AnswerNotices } from './answer-notices.tsx';
import { AnswerReceipt } from './answer-receipt.tsx';
import { costWords } from './cost-words.ts';
import { downloadAnswer } from './download-answer.ts';
import { type DelegableTask, useDelegationDialogs } from './open-delegation.ts';
import { useAnswer } from './use-answer.ts';
import { useRun } from './use-run.ts';

export interface ResponseDialogProps {
  task: DelegableTask;
  runId: string;
  /** Left out for a task that is done. */
  onComplete?: () => void;
}

const RECEIPT_ID = 'receipt';

/** AI Assistant Response: the whole answer, with its receipt beside it. */
export function ResponseDialog({ task, runId, onComplete }: ResponseDialogProps) {
  const close = useDelegationDialogs((state) => state.close);
  const answer = useAnswer(runId);
  const run = useRun(runId);
  // Whoever reads the answer need not be told that it is there.
  useEffect(() => notify.dismiss(runId), [runId]);
  return (
    <Dialog
      open
      fill
      width="l"
      onClose={close}
      title={
        <>
          <span className="type-meta block text-text-3">{messages.labels.response}</span>
          <span dir="auto" className="line-clamp-2">
            {task.title}
          </span>
        </>
      }
      foot={
        <>
          {answer.data && <TakeAway title={task.title} answer={answer.data} />}
          <span className="grow max-md:hidden" />
          {onComplete && (
            <Button
              look="primary"
              icon={<Check size={16} aria-hidden />}
              onClick={() => {
                onComplete();
                close();
              }}
            >
              Complete task
            </Button>
          )}
        </>
      }
    >
      <div className="mt-3.5 grid min-h-full border-t border-line lg:grid-cols-[minmax(0,1fr)_372px]">
        <article className="max-w-193 min-w-0 px-4 pt-5 pb-8 md:ps-10 md:pe-14 md:pt-7 md:pb-14">
          {answer.data ? (
            <>
              <ToReceipt isDemo={answer.data.is_demo} />
              <AnswerNotices answer={answer.data} />
              <Answer markdown={textOf(answer.data)} language={run.data?.run.language ?? ''} />
            </>
          ) : answer.isError ? (
            <InlineError
              action={
                <Button look="plain" size="s" busy={answer.isFetching} onClick={() => void answer.refetch()}>
                  Try again
                </Button>
              }
            >
              Failed to load the answer
            </InlineError>
          ) : (
            <LoadingPage awaited="Waiting for the answer." />
          )}
        </article>
        <aside
          id={RECEIPT_ID}
          tabIndex={-1}
          aria-label="Receipt"
          className="border-line bg-desk px-4 pt-6 pb-10 outline-none max-lg:border-t md:px-10 lg:border-s lg:px-5 lg:pt-5"
        >
          {run.data && <AnswerReceipt title={task.title} record={run.data} />}
        </aside>
      </div>
    </Dialog>
  );
}

/** The notice above a demo's answer says what its first line says; in the downloaded file that line stands alone. */
function textOf({ content, is_demo }: Response): string {
  return is_demo ? withoutDemoLabel(content) : content;
}

/** Below 1024 px the receipt lies under the answer: a strip at the top leads to it. */
function ToReceipt({ isDemo }: { isDemo: boolean }) {
  const show = () => {
    const receipt = document.getElementById(RECEIPT_ID);
    receipt?.scrollIntoView({ block: 'start' });
    receipt?.focus({ preventScroll: true });
  };
  return (
    <button type="button" onClick={show} className="slip-line mb-5 w-full lg:hidden">
      <ReceiptText size={14} aria-hidden />
      <span>{costWords(isDemo)}</span>
      <span className="ms-auto underline underline-offset-3">Receipt</span>
    </button>
  );
}

function TakeAway({ title, answer }: { title: string; answer: Response }) {
  const copy = () => {
    navigator.clipboard.writeText(answer.content).then(
      () => notify.success('Answer copied'),
      (error: unknown) => {
        logProblem('the answer could not be copied', error);
        notify.error('Failed to copy the answer');
      },
    );
  };
  return (
    <>
      <Button icon={<Download size={16} aria-hidden />} onClick={() => downloadAnswer(title, answer)}>
        {messages.labels.download}
      </Button>
      <Button
        look="plain"
        className="max-md:flex-none! max-md:border-line-strong max-md:px-3.5!"
        icon={<Copy size={16} aria-hidden />}
        onClick={copy}
      >
        <span className="max-md:sr-only">Copy</span>
      </Button>
    </>
  );
}
