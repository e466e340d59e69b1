/** Element id of a source in the receipt. */
export const sourceId = (number: number): string => `source-${number}`;

/** Expands a source in the receipt and scrolls to it. */
export function openSource(number: number): void {
  const source = document.getElementById(sourceId(number));
  if (!(source instanceof HTMLDetailsElement)) return;
  source.open = true;
  source.scrollIntoView({ block: 'nearest' });
  source.querySelector('summary')?.focus({ preventScroll: true });
}
