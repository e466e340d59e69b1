/** A mouse that has moved this far drags; a finger that has moved this far scrolls. */
const MOUSE_MOVES = 5;
const FINGER_WAVERS = 8;
/** A finger that rests this long lifts what is under it. */
const FINGER_RESTS_MS = 400;
/** The click that ends a press by finger comes a little after it. */
const CLICK_FOLLOWS_MS = 100;

/** Distance from the window's edge within which it scrolls, and the most per frame. */
const SCROLL_EDGE = 80;
const SCROLL_STEP = 16;

export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

export interface Drag {
  readonly move: (point: Point) => void;
  readonly drop: (point: Point) => void;
  /** After a drop, and after a drag that was given up. */
  readonly end: () => void;
}

/**
 * Follows a press until it is over. It becomes a drag once the mouse moves or the finger rests; `lift` says of what.
 * Browsers' own dragging is not used, because by touch it works in few of them.
 */
export function followPress(press: PointerEvent, lift: (point: Point) => Drag | null): void {
  const isMouse = press.pointerType === 'mouse';
  const over = new AbortController();
  let point: Point = press;
  let drag: Drag | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    over.abort();
    delete document.documentElement.dataset['dragging'];
    drag?.end();
  };
  const begin = () => {
    drag = lift(point);
    if (!drag) return end();
    document.documentElement.dataset['dragging'] = '';
    // Follows the mouse out of the window. A finger is followed anyway.
    if (isMouse && press.target instanceof Element) press.target.setPointerCapture(press.pointerId);
    drag.move(point);
    scrollAtEdges(() => point, drag.move, over.signal);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return;
    point = event;
    if (drag) return drag.move(point);
    const distance = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (isMouse && distance >= MOUSE_MOVES) begin();
    if (!isMouse && distance > FINGER_WAVERS) end();
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return;
    if (drag) {
      swallowClick();
      drag.drop(event);
    }
    end();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!drag || event.key !== 'Escape') return;
    // Only the drag is given up, not the selection.
    event.preventDefault();
    event.stopImmediatePropagation();
    swallowClickAfterRelease();
    end();
  };
  const prevent = (event: Event) => event.preventDefault();
  const options = { signal: over.signal, capture: true };
  addEventListener('pointermove', onMove, options);
  addEventListener('pointerup', onUp, options);
  addEventListener('pointercancel', end, options);
  addEventListener('blur', end, { signal: over.signal });
  addEventListener('keydown', onKeyDown, options);
  // Text under the pointer, and the browser's own dragging of links; a menu at the resting finger.
  addEventListener('selectstart', prevent, options);
  addEventListener('dragstart', prevent, options);
  if (!isMouse) {
    addEventListener('contextmenu', prevent, options);
    timer = setTimeout(begin, FINGER_RESTS_MS - (performance.now() - press.timeStamp));
  }
}

/** A drag isn't a press on what it began at. */
function swallowClick(): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true, signal: over.signal });
  setTimeout(() => over.abort(), CLICK_FOLLOWS_MS);
}

function swallowClickAfterRelease(): void {
  addEventListener('pointerup', swallowClick, { capture: true, once: true });
}

/** Until the signal; the pointer may rest meanwhile. */
function scrollAtEdges(where: () => Point, onScrolled: (point: Point) => void, signal: AbortSignal): void {
  const step = () => {
    if (signal.aborted) return;
    const { clientY } = where();
    const beyond = Math.min(0, clientY - SCROLL_EDGE) + Math.max(0, clientY - (innerHeight - SCROLL_EDGE));
    if (beyond !== 0) {
      const share = Math.max(-1, Math.min(1, beyond / SCROLL_EDGE));
      scrollBy({ top: SCROLL_STEP * share, behavior: 'instant' });
      onScrolled(where());
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
