/** A small label on an ink wash, for a recognised word. */
export const CHIP_CLASS =
  'inline-flex h-6 items-center gap-1.5 rounded-check bg-ink-wash px-2 whitespace-nowrap text-ink [font:500_.8125rem/1_var(--font-text)]';
