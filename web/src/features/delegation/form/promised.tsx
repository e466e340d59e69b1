import type { RunContract } from '#domain/contract/run-contract.ts';
import { t } from '#web/texts/later.ts';
import { wordContract } from '../word-contract.ts';

/** What comes back for the credit, where it is seen without scrolling. */
export function Promised({ contract, isCounting }: { contract: RunContract; isCounting: boolean }) {
  return (
    <div className="type-note text-text-2">
      <p className="type-meta-strong text-text-3">{t('delegation.contract.label')}</p>
      {wordContract(contract).map((line) => (
        <p key={line} dir="auto" className="wrap-anywhere">
          {line}
        </p>
      ))}
      {isCounting && <p>{t('delegation.contract.counting')}</p>}
    </div>
  );
}
