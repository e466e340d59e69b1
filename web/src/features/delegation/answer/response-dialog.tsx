import Check from 'lucide-react/icons/check';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { type ReactNode, useMemo } from 'react';
import { withoutDemoLabel } from '#domain/demo/demo-label.ts';
import type { Response } from '#domain/rows/response-row.ts';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CitedPage, useCitedPage } from '../cited-page/cited-page.ts';
import { CitedPanel } from '../cited-page/cited-panel.tsx';
import { receiptWords } from '../cost-words.ts';
import { DownloadMenu } from '../download/download-menu.tsx';
import { writeFigures } from '../download/write-figures.ts';
import { NextVersion, useNextVersion, VersionButtons } from '../follow-up/next-version.tsx';
import { useLatestRun } from '../follow-up/use-latest-run.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { AnswerPictures } from '../picture/answer-pictures.tsx';
import { AnswerReceipt } from '../receipt/answer-receipt.tsx';
import { useWithReceipt } from '../receipt/use-with-receipt.ts';
import { AnalysisAnswer } from './analysis-answer.tsx';
import { Answer } from './answer.tsx';
import { AnswerNotices } from './answer-notices.tsx';
import { AnswerTitle } from './answer-table.tsx';
import { Known } from './links/known.ts';
import { knownAddresses } from './links/known-addresses.ts';
import { type AnswerSteps, readSteps, type Step } from './read-steps.ts';
import { useAnswer } from './use-answer.ts';
import { useMarkOpened } from './use-mark-opened.ts';
import { useOpener } from './use-opener.ts';
import { useRun } from './use-run.ts';
import { useShownInPlace } from './use-shown-in-place.ts';
import { useVersions } from './use-versions.ts';
import { VersionList } from './version-list.tsx';

export interface ResponseDialogProps {
  task: DelegableTask;
  runId: string;
  /** Undefined for a completed task. */
  onComplete?: () => void;
  renderSteps: (steps: AnswerSteps, task: DelegableTask) => ReactNode;
}

const RECEIPT_ID = 'receipt';

/** AI Assistant Response: the full answer with its receipt beside it. */
export function ResponseDialog({ task, runId, onComplete, renderSteps }: ResponseDialogProps) {
  const { close, openResponse } = useDelegationDialogs();
  const answer = useAnswer(runId);
  const run = useRun(runId);
  const versions = useVersions(task.id);
  const latest = useLatestRun(task.id);
  const next = useNextVersion(runId, latest);
  const opener = useOpener(task.id);
  const { sheet, showInPlace } = useShownInPlace(task, runId);
  useMarkOpened(run.data?.run);
  const { evidence = null } = answer.data ?? {};
  const { wish = '', instruction = '', attachments = [] } = run.data?.run.options ?? {};
  const withReceipt = useWithReceipt(({ isOn }) => isOn);
  const { cited, open, close: closePage } = useCitedPage(runId);
  const known = useMemo(
    () => knownAddresses(evidence, [task.title, wish, instruction]),
    [evidence, task.title, wish, instruction],
  );
  const steps = useMemo(() => (answer.data ? stepsOf(answer.data) : []), [answer.data]);
  const language = run.data?.run.language ?? '';
  const writtenAt = useMemo(() => new Date(answer.data?.created_at ?? 0), [answer.data]);
  return (
    <Dialog
      open
      fill
      width="l"
      onClose={close}
      finalFocus={opener}
      beside={
        cited && evidence
          ? {
              content: (
                <CitedPanel cited={cited} evidence={evidence} attachments={attachments} onClose={closePage} />
              ),
              onClose: closePage,
            }
          : null
      }
      title={
        <>
          <span className="type-meta block text-text-3">{t('delegation.response')}</span>
          <span dir="auto" className="line-clamp-2">
            {task.title}
          </span>
        </>
      }
      foot={
        <>
          {answer.data && (
            <DownloadMenu
              taskId={task.id}
              runId={runId}
              title={task.title}
              answer={answer.data}
              steps={steps}
              record={run.data}
              known={known}
            />
          )}
          {answer.data && run.data && <VersionButtons run={run.data.run} next={next} />}
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
              {t('delegation.complete_task')}
            </Button>
          )}
        </>
      }
    >
      <CitedPage value={open}>
        <div
          className={classNames(
            'answer-sheet grid min-h-full',
            !cited && 'lg:grid-cols-[minmax(0,1fr)_372px]',
          )}
        >
          <article
            ref={sheet}
            tabIndex={-1}
            className="outline-none max-w-193 min-w-0 px-4 pt-5 pb-8 md:ps-10 md:pe-14 md:pt-7 md:pb-14"
          >
            {answer.data ? (
              <>
                <VersionList
                  versions={versions}
                  runId={runId}
                  onOpen={(version) => openResponse(task, version)}
                />
                <ToReceipt answer={answer.data} />
                <AnswerNotices answer={answer.data} />
                <AnswerPictures title={task.title} answer={answer.data} run={run.data?.run} />
                <AnswerTitle value={task.title}>
                  <Known value={known}>
                    <Text answer={answer.data} runId={runId} language={language} />
                  </Known>
                </AnswerTitle>
                {steps.length > 0 && renderSteps({ steps, language, writtenAt }, task)}
                {run.data && (
                  <NextVersion
                    task={task}
                    record={run.data}
                    answer={answer.data}
                    latest={latest}
                    next={next}
                    onDelivered={showInPlace}
                  />
                )}
              </>
            ) : answer.isError ? (
              <Unread query={answer}>{t('delegation.load_failed')}</Unread>
            ) : (
              <QueryWaiting isPaused={answer.isPaused} awaited={t('delegation.awaiting')} />
            )}
          </article>
          <aside
            id={RECEIPT_ID}
            data-not-printed={!withReceipt || undefined}
            tabIndex={-1}
            aria-label={t('delegation.receipt')}
            className={classNames(
              'border-line bg-desk px-4 pt-6 pb-10 outline-none max-lg:border-t md:px-10 lg:border-s lg:px-5 lg:pt-5',
              cited && 'lg:hidden',
            )}
          >
            {run.data ? (
              <AnswerReceipt title={task.title} record={run.data} evidence={answer.data?.evidence ?? null} />
            ) : (
              run.isError && <Unread query={run}>{t('delegation.receipt.load_failed')}</Unread>
            )}
          </aside>
        </div>
      </CitedPage>
    </Dialog>
  );
}

interface UnreadProps {
  query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  children: ReactNode;
}

/** An error with a retry button. */
function Unread({ query, children }: UnreadProps) {
  return (
    <RetryError
      retry={t('delegation.load_again')}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    >
      {children}
    </RetryError>
  );
}

/** The text of an answer, with figures if it is a data report. */
function Text({ answer, runId, language }: { answer: Response; runId: string; language: string }) {
  const { evidence } = answer;
  const markdown = textOf(answer);
  if (!evidence?.analysis) return <Answer markdown={markdown} language={language} evidence={evidence} />;
  return (
    <AnalysisAnswer
      markdown={markdown}
      runId={runId}
      language={language}
      evidence={evidence}
      analysis={evidence.analysis}
    />
  );
}

/** Drops the answer's first line, which labels a demo: the notice above already says so. Downloads keep it. */
function textOf({ content, is_demo }: Response): string {
  return is_demo ? withoutDemoLabel(content) : content;
}

/** What could become tasks. */
function stepsOf(answer: Response): Step[] {
  return readSteps(writeFigures(textOf(answer), answer.evidence?.analysis), answer.evidence?.sources);
}

/** Below 1024 px the receipt is under the answer; a bar at the top scrolls to it. */
function ToReceipt({ answer }: { answer: Response }) {
  const show = () => {
    const receipt = document.getElementById(RECEIPT_ID);
    receipt?.scrollIntoView({ block: 'start' });
    receipt?.focus({ preventScroll: true });
  };
  return (
    <button type="button" onClick={show} className="slip-line not-printed mb-5 w-full lg:hidden">
      <ReceiptText size={14} aria-hidden />
      <span>{receiptWords(answer)}</span>
      <span className="ms-auto underline underline-offset-3">{t('delegation.receipt')}</span>
    </button>
  );
}
