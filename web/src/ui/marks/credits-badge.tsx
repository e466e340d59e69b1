import { t } from '#web/texts/app.ts';
import { isCountable, Tally } from '../paper/tally.tsx';

export interface CreditsBadgeProps {
  /** "Free Plan" */
  plan: string;
  left: number;
  limit: number;
}

/** The plan and what is left of its credits, one stub per credit. */
export function CreditsBadge({ plan, left, limit }: CreditsBadgeProps) {
  return (
    <span className="type-meta inline-flex h-8 items-center gap-2.5 rounded-control border border-line px-2.5 whitespace-nowrap text-text-2">
      <span className="sr-only">{t('ui.credits.spoken', { plan, left, limit })}</span>
      <span aria-hidden className="max-md:hidden">
        {plan}
      </span>
      {/* They say nothing that the figure does not where there is no room: on a tablet, and on the phone beside the way to more. */}
      <span className={left === 0 ? 'contents max-lg:hidden' : 'contents md:max-lg:hidden'}>
        <Tally left={left} limit={limit} />
      </span>
      <span aria-hidden className="type-slip-head text-text">
        {isCountable(limit) ? t('ui.credits.of', { left, limit }) : t('ui.credits.left', { left })}
      </span>
    </span>
  );
}
