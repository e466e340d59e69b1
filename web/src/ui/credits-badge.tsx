export interface CreditsBadgeProps {
  /** "Free Plan" */
  plan: string;
  left: number;
  limit: number;
}

/** Above this many, stubs can no longer be counted at a glance: the figure stands alone. */
const MOST_STUBS = 20;

/** The plan and what is left of its credits, one stub per credit. */
export function CreditsBadge({ plan, left, limit }: CreditsBadgeProps) {
  const countable = limit <= MOST_STUBS;
  return (
    <span className="type-meta inline-flex h-8 items-center gap-2.5 rounded-control border border-line px-2.5 whitespace-nowrap text-text-2">
      <span className="max-md:sr-only">{plan}</span>
      {countable && (
        <span aria-hidden className="inline-flex items-center gap-0.5 max-[359px]:hidden">
          {Array.from({ length: limit }, (_, index) => (
            <i
              // Stubs have no identity but their place.
              key={`stub-${index}`}
              className={`h-3 w-0.75 ${index < left ? 'bg-text' : 'shadow-[inset_0_0_0_1px_var(--control)]'}`}
            />
          ))}
        </span>
      )}
      <span className="type-slip-head text-text">
        {countable ? `${left} of ${limit}` : `${left} left`}
        <span className="sr-only"> AI tasks</span>
      </span>
    </span>
  );
}
