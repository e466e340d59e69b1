/** The place of a source in the receipt beside the answer. */
export const sourceId = (number: number): string => `source-${number}`;

/** Opens a source and brings it into view. */
export function openSource(number: number): void {
  const source = document.getElementById(sourceId(number));
  if (!(source instanceof HTMLDetailsElement)) return;
  source.open = true;
  source.scrollIntoView({ block: 'nearest' });
  source.querySelector('summary')?.focus({ preventScroll: true });
}
