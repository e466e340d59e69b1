/** The part of a page that is its own: where "Skip to the content" leads. */
export const CONTENT_ID = 'content';

/** After a change of pages: the keyboard goes on from there, and a screen reader says where one is. */
export function focusHeading(): void {
  focusQuietly(document.querySelector('h1'));
}

/** After what had the focus is gone. */
export function focusContent(): void {
  focusQuietly(document.getElementById(CONTENT_ID));
}

function focusQuietly(element: HTMLElement | null): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
