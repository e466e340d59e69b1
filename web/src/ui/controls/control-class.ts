import { classNames } from '../class-names.ts';

/** Border, background and states shared by all text-like controls. */
export function controlClass(wrong: boolean, more?: string): string {
  return classNames(
    'w-full rounded-control border bg-raised px-3 focus-visible:rounded-control focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ink',
    'not-[select]:read-only:border-transparent not-[select]:read-only:bg-well not-[select]:read-only:text-text-2 disabled:bg-well disabled:text-text-3',
    wrong ? 'border-damage outline outline-damage -outline-offset-2' : 'border-control',
    more,
  );
}
