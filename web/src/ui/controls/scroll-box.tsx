import type { ComponentProps } from 'react';

interface ScrollBoxProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  label: string;
}

/** A scrollable region. Safari makes it focusable by keyboard only with a tabIndex. */
export function ScrollBox({ label, ...section }: ScrollBoxProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: what scrolls is reached by keyboard
  return <section {...section} aria-label={label} tabIndex={0} />;
}
