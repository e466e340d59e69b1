const GAP = 6;

/** A menu of four items on touch. Less room than this below its button, and it opens above. */
const HEIGHT = 200;

/** Puts an opening menu under the end of its button, or above it near the window's lower edge. */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const opensUp = height - bottom < HEIGHT && top > height - bottom;
  const endsLeft = getComputedStyle(button).direction === 'rtl';
  Object.assign(menu.style, {
    top: opensUp ? 'auto' : `${bottom + GAP}px`,
    bottom: opensUp ? `${height - top + GAP}px` : 'auto',
    left: endsLeft ? `${left}px` : 'auto',
    right: endsLeft ? 'auto' : `${width - right}px`,
  });
}
