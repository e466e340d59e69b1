import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

const GAP = 6;
/** Gap between a long menu and the window's edge. */
const EDGE = 8;

/** Height of a four-item menu on touch. With less space below its button, it opens above. */
const HEIGHT = 200;
/** Width of a menu with long labels. With less space beside its button, it opens on the other side. */
const WIDTH = 240;

/**
 * Places a menu below the end of its button, or above near the window's bottom, always within the dialog that it
 * belongs to, if any, and the window. Long menus scroll.
 */
function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const opensUp = height - bottom < HEIGHT && top > height - bottom;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const room = button.closest('dialog, [role=dialog]')?.getBoundingClientRect() ?? { left: 0, right: width };
  const beginsLeft = isRightToLeft ? left + WIDTH <= room.right : right - room.left < WIDTH;
  Object.assign(menu.style, {
    top: opensUp ? 'auto' : `${bottom + GAP}px`,
    bottom: opensUp ? `${height - top + GAP}px` : 'auto',
    maxHeight: `${(opensUp ? top : height - bottom) - GAP - EDGE}px`,
    left: beginsLeft ? `${left}px` : 'auto',
    right: beginsLeft ? 'auto' : `${width - right}px`,
  });
}

export interface MenuProps {
  /** The button that opens it; needs a name (`IconButton`, `Button`). */
  trigger: ReactElement<TriggerProps>;
  /** `MenuItem`s and `MenuCheck`s, and static content above them. */
  children: ReactNode;
}

interface TriggerProps {
  id?: string;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/**
 * Arrow keys move, letters jump; Escape and a press outside close it and restore focus. Uses the native
 * popover: it is in the top layer without leaving its landmark, and costs each row one empty element (the
 * library's menu was 45 kB, and its focus guards are an error to accessibility checkers).
 */
export function Menu({ trigger, children }: MenuProps) {
  const id = useId();
  const triggerId = `${id}-trigger`;
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const beforeToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'closed') return;
    // Items must render before it shows, or it would show empty first.
    flushSync(() => setIsOpen(true));
    const button = document.getElementById(triggerId);
    if (popup.current && button) placeMenu(popup.current, button);
  };
  const toggle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') itemsOf(popup.current)[0]?.focus();
    // Not earlier: the browser restores focus only from an item that still exists.
    else setIsOpen(false);
  };
  const close = () => popup.current?.hidePopover();
  return (
    <>
      {cloneElement(trigger, {
        id: triggerId,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={triggerId}
        className="menu"
        onBeforeToggle={beforeToggle}
        onToggle={toggle}
        onKeyDown={(event) => steer(event, itemsOf(popup.current), close)}
        onClick={({ target }) =>
          target instanceof Element && target.closest('[role=menuitem]:not([data-stays-open])') && close()
        }
      >
        {isOpen && children}
      </div>
    </>
  );
}

function itemsOf(popup: HTMLElement | null): HTMLElement[] {
  return [...(popup?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? [])];
}

function steer(event: KeyboardEvent, items: readonly HTMLElement[], close: () => void): void {
  if (event.key === 'Tab') return close();
  // The browser closes the menu; a dialog around it must not handle the key.
  if (event.key === 'Escape') return event.stopPropagation();
  const at = items.findIndex((item) => item === document.activeElement);
  const next = nextItem(event.key, items, at);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items.at(0);
    case 'End':
      return items.at(-1);
    default: {
      const fromHere = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      const isLetter = key.length === 1 && key !== ' ';
      return isLetter ? fromHere.find((item) => startsWith(item, key)) : undefined;
    }
  }
}

function startsWith(item: HTMLElement, letter: string): boolean {
  return item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase());
}
