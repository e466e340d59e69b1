const GAP = 6;
/** Between a long menu and the window's edge. */
const EDGE = 8;

/** A menu of four items on touch. Less room than this below its button, and it opens above. */
const HEIGHT = 200;
/** As wide as a menu with long words gets. Less room than this beside its button, and it opens to the other side. */
const WIDTH = 240;

/**
 * Puts an opening menu under the end of its button, or above it near the window's lower edge, always within the window.
 * A long one scrolls within itself.
 */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const opensUp = height - bottom < HEIGHT && top > height - bottom;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const beginsLeft = isRightToLeft ? left + WIDTH <= width : right < WIDTH;
  Object.assign(menu.style, {
    top: opensUp ? 'auto' : `${bottom + GAP}px`,
    bottom: opensUp ? `${height - top + GAP}px` : 'auto',
    maxHeight: `${(opensUp ? top : height - bottom) - GAP - EDGE}px`,
    left: beginsLeft ? `${left}px` : 'auto',
    right: beginsLeft ? 'auto' : `${width - right}px`,
  });
}
