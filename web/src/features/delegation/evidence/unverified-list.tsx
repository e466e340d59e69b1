import type { Evidence } from '#domain/evidence.ts';
import { t } from '#web/texts/later.ts';
import { wordNoGaps } from './word-evidence.ts';

/**
 * Everything a receipt lists as unverified: sentences, open questions, and the count of unsourced sentences.
 */
export function UnverifiedList({ evidence }: { evidence: Evidence }) {
  const { unsourced = 0 } = evidence;
  return (
    <>
      <Gaps evidence={evidence} />
      {unsourced > 0 && <p className="mt-0.5">{t('delegation.evidence.unsourced', { count: unsourced })}</p>}
    </>
  );
}

function Gaps({ evidence: { unverified, open, analysis } }: { evidence: Evidence }) {
  const gaps = [...open, ...unverified];
  if (gaps.length === 0) return <p>{wordNoGaps(analysis)}</p>;
  return (
    <ul>
      {gaps.map((gap) => (
        <li key={gap} className="mt-0.5 grid grid-cols-[16px_minmax(0,1fr)]">
          <span aria-hidden>–</span>
          <span dir="auto" className="not-verified w-fit wrap-anywhere">
            {gap}
          </span>
        </li>
      ))}
    </ul>
  );
}
