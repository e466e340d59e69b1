import { classNames } from '../class-names.ts';

/** `damage` opens a confirmation (outlined), `damage-fill` performs it. `slip` is for buttons on canary. */
export type ButtonLook = 'primary' | 'second' | 'plain' | 'damage' | 'damage-fill' | 'slip';
export type ButtonSize = 's' | 'm' | 'l';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,translate] duration-(--t-quick) active:translate-y-px ' +
  'focus-visible:rounded-control disabled:cursor-not-allowed disabled:translate-y-0 ' +
  'disabled:border-transparent disabled:bg-well disabled:text-text-3';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary:
    'border-transparent bg-ink-fill text-on-ink enabled:hover:bg-ink-fill-hover [a]:hover:bg-ink-fill-hover',
  second: 'border-line-strong bg-raised enabled:hover:border-control [a]:hover:border-control',
  plain:
    'border-transparent text-text-2 enabled:hover:bg-well enabled:hover:text-text [a]:hover:bg-well [a]:hover:text-text',
  damage: 'border-line-strong bg-raised text-damage enabled:hover:border-damage',
  'damage-fill': 'border-transparent bg-damage-fill text-on-damage',
  slip: 'border-slip-line text-slip-text enabled:hover:bg-slip-2 [a]:hover:bg-slip-2',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  s: 'type-meta-strong h-7 gap-1.5 max-md:h-10',
  m: 'type-ui h-9 max-md:h-11',
  l: 'h-12 [font:500_1rem/1.5rem_var(--font-text)]',
};

/** A plain button has no border, so it needs less padding. */
const PADDINGS: Readonly<Record<ButtonSize, string>> = {
  s: 'px-2.5 max-md:px-3.5',
  m: 'px-3.5',
  l: 'px-5.5',
};

/** Beside other buttons in a dialog's foot on phones: icon above the word, because words in a row have no room. */
export const STACKED =
  'max-md:flex-col max-md:gap-0.5 max-md:px-1! max-md:[font:500_.75rem/1rem_var(--font-text)]';

/** Classes for a link that looks like a button: `<a className={buttonClass('primary')} href="…">`. */
export function buttonClass(look: ButtonLook = 'second', size: ButtonSize = 'm', more?: string): string {
  return classNames(BASE, LOOKS[look], SIZES[size], look === 'plain' ? 'px-2.5' : PADDINGS[size], more);
}
