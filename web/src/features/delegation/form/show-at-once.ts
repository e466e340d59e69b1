/** Callback ref of an error: on a phone the form is longer than the screen, and its button is pressed at the end. */
export function showAtOnce(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
