import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { t as appText } from '#web/texts/app.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { DataResult } from './data-result.tsx';
import { ResearchResult } from './research-result.tsx';
import { DataReceipt, ResearchReceipt } from './sample-receipts.tsx';

type Result = 'research' | 'data_analysis';

/** Opens the full result of a sample receipt. */
export function ResultButton({ result, className = '' }: { result: Result; className?: string }) {
  return (
    <button type="button" data-opens={result} className={`${buttonClass('second', 's')} ${className}`}>
      {appText('delegation.view_full')}
    </button>
  );
}

/** The full results of the two sample receipts, in native dialogs like the demo's. */
export function ResultDialogs() {
  return (
    <>
      <ResultDialog result="research" receipt={<ResearchReceipt />}>
        <ResearchResult />
      </ResultDialog>
      <ResultDialog result="data_analysis" receipt={<DataReceipt />}>
        <DataResult />
      </ResultDialog>
    </>
  );
}

interface ResultDialogProps {
  result: Result;
  receipt: ReactNode;
  children: ReactNode;
}

function ResultDialog({ result, receipt, children }: ResultDialogProps) {
  const id = `result-${result}`;
  return (
    <dialog className="demo result" data-result={result} aria-labelledby={id}>
      <div className="demo-head">
        <div>
          <p className="type-meta text-text-3">{t('landing.result.kind')}</p>
          <h2 id={id} className="type-title-3">
            {EXAMPLE_TASKS[result].title}
          </h2>
        </div>
        <IconButton data-result-close label={t('landing.demo.close')} size={32} className="ms-auto">
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {/* Focusable, so that it scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="result-body" tabIndex={0} aria-labelledby={id}>
        <article className="result-text">{children}</article>
        <aside className="bg-desk p-5">{receipt}</aside>
      </section>
    </dialog>
  );
}
