import { SESSION_KEY } from '../session/session-key.ts';

const KEY = 'errand-first-rows';
/** More than fit on a screen. */
const MOST = 40;

interface Kept {
  readonly user: string;
  /** Pixels between the top of the page and the list. */
  readonly top: number;
  readonly density: string;
  readonly items: readonly KeptItem[];
}

/** A heading of the list, or a row. `height` in pixels, with the answer below a row. */
interface KeptItem {
  readonly className: string;
  readonly height: number;
  readonly title: string;
  /** Of a heading. */
  readonly count?: string;
  /** Of a row: the same facts, for wide and for narrow screens. */
  readonly columns?: readonly string[];
  readonly fold?: readonly string[];
  readonly mark?: string;
  readonly markClass?: string;
}

/** Keeps the first rows of a person's list, as it is shown, to be painted at the next start before any code is there. */
export function keepFirstRows(list: HTMLElement, user: string): void {
  const kept: Kept = {
    user,
    top: list.getBoundingClientRect().top + window.scrollY,
    density: list.dataset['density'] ?? '',
    items: [...list.children]
      .slice(0, MOST)
      .flatMap((item) => (item instanceof HTMLElement ? keep(item) : [])),
  };
  attempt(() => localStorage.setItem(KEY, JSON.stringify(kept)));
}

export function forgetFirstRows(): void {
  attempt(() => localStorage.removeItem(KEY));
}

function keep(item: HTMLElement): KeptItem[] {
  const { className, offsetHeight: height } = item;
  const title = textOf(item, 'h2, h3, .row-text');
  if (title === '') return [];
  if (!item.classList.contains('row'))
    return [{ className, height, title, count: textOf(item, '.type-slip') }];
  const mark = item.querySelector('.priority-mark');
  return [
    {
      className,
      height,
      title,
      columns: textsOf(item, ':scope > .row-col'),
      fold: textsOf(item, '.row-fold > *'),
      mark: mark?.textContent ?? '',
      markClass: mark?.className ?? '',
    },
  ];
}

const textOf = (item: Element, selector: string): string => item.querySelector(selector)?.textContent ?? '';

const textsOf = (item: Element, selector: string): string[] =>
  [...item.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Storage may be full or forbidden: then a start shows an empty page for longer. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing else depends on it.
  }
}

/**
 * Paints what was kept for the person whose session is stored. It's also an inline script, as text: so it uses nothing
 * from outside itself.
 */
function paint(into: HTMLElement, key: string, sessionKey: string): void {
  if (into.firstChild) return;
  try {
    // Only keepFirstRows writes it, and texts are all that is taken from it.
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Kept;
    const session = JSON.parse(localStorage.getItem(sessionKey) ?? '{}') as { user?: { id?: string } };
    if (!kept.user || kept.user !== session.user?.id) return;
    const make = (tag: string, className: string, text = ''): HTMLElement => {
      const made = document.createElement(tag);
      made.className = className;
      made.textContent = text;
      return made;
    };
    into.dataset['density'] = kept.density;
    for (const item of kept.items) {
      const line = make('div', item.className);
      line.style.height = `${item.height}px`;
      if (item.columns && item.fold) {
        line.dataset['live'] = '';
        const title = make('div', 'row-title');
        const fold = make('div', 'row-fold');
        fold.append(...item.fold.map((text) => make('span', '', text)));
        title.append(make('span', 'row-text', item.title), fold);
        const box = make('input', 'check') as HTMLInputElement;
        box.type = 'checkbox';
        line.append(make('span', item.markClass ?? '', item.mark), box, title);
        line.append(...item.columns.map((text) => make('span', 'row-col', text)), make('span', 'row-acts'));
      } else {
        const isFirst = into.childElementCount === 0;
        line.append(make('span', isFirst ? 'type-title-3' : '', item.title));
        line.append(make('span', 'type-slip text-text-3', item.count));
      }
      into.append(line);
    }
    into.style.marginTop = `${kept.top - into.getBoundingClientRect().top - window.scrollY}px`;
  } catch {
    into.replaceChildren(); // kept by another version
  }
}

/** For elements that React makes. */
export function paintFirstRows(into: HTMLElement | null): void {
  if (into) paint(into, KEY, SESSION_KEY);
}

/** For the element before the script. */
export const PAINT_FIRST_ROWS = `(${String(paint)})(document.currentScript.previousElementSibling,${JSON.stringify(KEY)},${JSON.stringify(SESSION_KEY)})`;
