/** Id of the main content: target of "Skip to content". */
export const CONTENT_ID = 'content';

/** Focuses the page's heading after a navigation, so that screen readers announce it. */
export function focusHeading(): void {
  focusQuietly(document.querySelector('h1'));
}

/** Focuses the main content after the focused element was removed. */
export function focusContent(): void {
  focusQuietly(document.getElementById(CONTENT_ID));
}

function focusQuietly(element: HTMLElement | null): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
