import { Trans } from '@lingui/react';
import { t } from '#web/texts/app.ts';
import { Tally } from '../paper/tally.tsx';

export interface CreditsBadgeProps {
  /** "Free Plan" */
  plan: string;
  left: number;
  limit: number;
}

/** Plan and remaining credits, with one stub per credit. */
export function CreditsBadge({ plan, left, limit }: CreditsBadgeProps) {
  return (
    <span className="type-meta inline-flex h-8 items-center gap-2.5 rounded-control border border-line px-2.5 whitespace-nowrap text-text-2">
      <span className="sr-only">{t('ui.credits.spoken', { plan, left })}</span>
      <span aria-hidden className="max-md:hidden">
        {plan}
      </span>
      {/* Stubs repeat the number, so they are hidden where space is scarce. */}
      <span className="contents max-lg:hidden">
        <Tally left={left} limit={limit} />
      </span>
      <span aria-hidden className="type-slip-head text-text">
        <Trans
          id="ui.credits.left"
          values={{ left }}
          // Left out on very narrow phones and on tablets, and on phones beside the upgrade button.
          components={{
            word: <span className={left === 0 ? 'max-lg:hidden' : 'max-[359px]:hidden md:max-lg:hidden'} />,
          }}
        />
      </span>
    </span>
  );
}
