import type { ComponentProps } from 'react';

interface ScrollBoxProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  label: string;
}

/** Something that may be wider or longer than its place. Safari lets the keyboard in only where it is told to. */
export function ScrollBox({ label, ...section }: ScrollBoxProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: what scrolls is reached by keyboard
  return <section {...section} aria-label={label} tabIndex={0} />;
}
