import Forward from 'lucide-react/icons/forward';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RunContract } from '#domain/contract/run-contract.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DelegationCost } from '../form/delegation-cost.tsx';
import { Promised } from '../form/promised.tsx';
import { Refusal } from '../form/refusal.tsx';

interface NewVersionFormProps {
  title: string;
  error: Error | null;
  /** Null: nothing is promised. */
  contract: RunContract | null;
  canSend: boolean;
  isBusy: boolean;
  onSend: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Form below an answer for a new version, with what it will bring and its price. */
export function NewVersionForm(props: NewVersionFormProps) {
  const { title, error, contract, canSend, isBusy, onSend, onCancel, children } = props;
  const credits = useCredits();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
    // Without a field, focus the form, not its button: a second Enter must not spend a credit.
    const first = section.current?.querySelector('textarea') ?? section.current;
    first?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="not-printed mt-10 scroll-mb-6 border-t border-line-strong pt-5 outline-none"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (credits.canDelegate) onSend();
        }}
      >
        <h3 className="type-title-3">{title}</h3>
        <Refusal error={error} canDelegate={credits.canDelegate} />
        {children}
        {contract && <Promised contract={contract} isCounting={false} />}
        <div className="flex flex-wrap items-center gap-3">
          <DelegationCost credits={credits} />
          <span className="grow max-md:hidden" />
          <Button look="plain" className="max-md:flex-1" onClick={onCancel}>
            {t('delegation.cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            className="max-md:flex-1"
            icon={<Forward size={16} aria-hidden className="rtl:-scale-x-100" />}
            disabled={!canSend || !credits.canDelegate}
            busy={isBusy}
            busyLabel={t('delegation.delegating')}
          >
            {t('delegation.follow_up.send')}
          </Button>
        </div>
      </form>
    </section>
  );
}
