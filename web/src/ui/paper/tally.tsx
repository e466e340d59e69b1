export interface TallyProps {
  left: number;
  limit: number;
  size?: 's' | 'l';
}

/** Most stubs that can be counted at a glance; above it, only the number shows. */
const MOST_STUBS = 20;

const SIZES = {
  s: { line: 'inline-flex gap-0.5 max-[359px]:hidden', stub: 'h-3 w-0.75' },
  l: { line: 'flex gap-1.25 pt-2.5', stub: 'h-8 w-2 rounded-[1px]' },
} as const;

/** Credits as stubs, with used ones empty. Hidden from screen readers, so give the number beside it. */
export function Tally({ left, limit, size = 's' }: TallyProps) {
  if (limit > MOST_STUBS) return null;
  const { line, stub } = SIZES[size];
  return (
    <span aria-hidden className={`items-center ${line}`}>
      {Array.from({ length: limit }, (_, index) => (
        <i
          // Stubs have no id but their index.
          key={`stub-${index}`}
          className={`${stub} ${index < left ? 'bg-text' : 'shadow-[inset_0_0_0_1px_var(--control)]'}`}
        />
      ))}
    </span>
  );
}
