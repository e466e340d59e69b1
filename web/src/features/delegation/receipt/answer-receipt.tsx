import type { Evidence } from '#domain/evidence.ts';
import type { RunRecord } from '#domain/rows/run-row.ts';
import { useBrandName } from '#web/lib/page/brand.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { t } from '#web/texts/later.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Receipt } from '#web/ui/paper/receipt.tsx';
import { SourceList } from '../evidence/source-list.tsx';
import { TableList } from '../evidence/table-list.tsx';
import { UnverifiedList } from '../evidence/unverified-list.tsx';
import { wordReceipt } from './word-receipt.ts';

/** Sources beside a long answer scroll on their own, so opening one doesn't move the text. */
const SCROLLS =
  'lg:-mx-5 lg:px-5 lg:max-h-[calc(100dvh-13.5rem)] lg:overflow-y-auto lg:pb-6 lg:[scrollbar-width:thin]';

/** Receipt of a finished run, beside its answer. */
export function AnswerReceipt({
  title,
  record,
  evidence,
}: {
  title: string;
  record: RunRecord;
  /** Null for tools that collect no evidence. */
  evidence: Evidence | null;
}) {
  const brand = useBrandName();
  const { left } = useCredits();
  const words = wordReceipt(title, record);
  return (
    <div className={classNames('max-w-100 lg:sticky lg:top-5', evidence && !evidence.analysis && SCROLLS)}>
      <Receipt
        {...words}
        brand={brand}
        sources={evidence && <Sources evidence={evidence} />}
        unverified={evidence ? <UnverifiedList evidence={evidence} /> : words.unverified}
        cost={[...words.cost, [t('delegation.receipt.left'), t('delegation.credits_left', { left })]]}
      />
    </div>
  );
}

function Sources({ evidence }: { evidence: Evidence }) {
  return evidence.analysis ? <TableList analysis={evidence.analysis} /> : <SourceList evidence={evidence} />;
}
