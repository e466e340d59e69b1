import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import type { Evidence } from '#domain/evidence.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { useBrandName } from '#web/lib/page/brand.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { type TextId, t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { costWords } from '../cost-words.ts';
import { SourceList } from '../evidence/source-list.tsx';
import { TableList } from '../evidence/table-list.tsx';
import { toReceiptSteps } from '../evidence/to-receipt-steps.ts';
import { UnverifiedList } from '../evidence/unverified-list.tsx';
import { secondsBetween, toFullMoment } from '../moments.ts';
import { wordSentBy } from '../progress/word-sent.ts';
import { toLanguageName } from '../progress/word-step.ts';
import { wordAnswers } from '../questions/questions-as-wish.ts';
import { toolName } from '../tools.ts';
import { wordPromise } from '../word-contract.ts';
import type { RunRecord } from './use-run.ts';

/** Sources beside a long answer scroll on their own, so opening one doesn't move the text. */
const SCROLLS = 'lg:-mx-5 lg:px-5 lg:max-h-[calc(100dvh-13.5rem)] lg:overflow-y-auto lg:pb-6';

/** Receipt of a finished run, beside its answer. */
export function AnswerReceipt({
  title,
  record: { run, events },
  evidence,
}: {
  title: string;
  record: RunRecord;
  /** Null for tools that collect no evidence. */
  evidence: Evidence | null;
}) {
  const brand = useBrandName();
  const { left } = useCredits();
  const tool = toolName(run.ai_task_type);
  return (
    <div className={classNames('max-w-100 lg:sticky lg:top-5', evidence && !evidence.analysis && SCROLLS)}>
      <Receipt
        brand={brand}
        number={slipNumber(run.slip_number) ?? ''}
        note={
          run.finished_at
            ? t('delegation.receipt.note', { tool, time: toFullMoment(new Date(run.finished_at)) })
            : tool
        }
        title={title}
        steps={toReceiptSteps(run, events)}
        took={secondsBetween(run.created_at, run.finished_at)}
        asked={wordAnswers(run)}
        sent={wordSentBy(run, events)}
        sources={evidence && <Sources evidence={evidence} />}
        unverified={evidence ? <UnverifiedList evidence={evidence} /> : t(unverifiedOf(run))}
        promise={run.contract && run.contract_outcome && wordPromise(run.contract, run.contract_outcome)}
        facts={[
          [t('delegation.receipt.model'), run.model_used ?? t('delegation.receipt.no_model')],
          ...(isPicture(run)
            ? []
            : [[t('delegation.receipt.language'), toLanguageName(run.language)] as const]),
        ]}
        cost={[
          [t('delegation.receipt.task'), costWords(run.is_demo)],
          [t('delegation.receipt.left'), t('delegation.credits_left', { left })],
        ]}
      />
    </div>
  );
}

function Sources({ evidence }: { evidence: Evidence }) {
  return evidence.analysis ? <TableList analysis={evidence.analysis} /> : <SourceList evidence={evidence} />;
}

const isPicture = ({ ai_task_type }: Run): boolean => IMAGE_TASK_TYPES.includes(ai_task_type);

function unverifiedOf(run: Run): TextId {
  return isPicture(run) ? 'delegation.receipt.unverified_picture' : 'delegation.receipt.unverified';
}
