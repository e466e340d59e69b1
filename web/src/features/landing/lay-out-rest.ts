/**
 * The parts below the window are not laid out before the first paint (landing.css). Once the page is there they are, one
 * after the other whenever the browser has nothing else to do: whoever scrolls, or keeps a picture of the whole page,
 * finds everything in its place.
 */
export function layOutRest(root: HTMLElement): void {
  const bands = [...root.querySelectorAll<HTMLElement>('.band')];
  const next = (): void => {
    const band = bands.shift();
    if (!band) return;
    band.style.contentVisibility = 'visible';
    whenIdle(next);
  };
  if (document.readyState === 'complete') whenIdle(next);
  else addEventListener('load', () => whenIdle(next), { once: true });
}

/** Safari has no idle callbacks. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, 50);
}
