import { keepFirstTask } from '#web/lib/first-task.ts';
import { PRODUCT_NAME } from '#web/lib/product-name.ts';
import { SESSION_KEY } from '#web/lib/session-key.ts';
import { cycleTheme } from '#web/lib/theme.ts';

/** Where "Get Started Free" and its like lead. */
const START = { signedIn: '/dashboard', signedOut: '/register' } as const;

/**
 * Everything that moves on the landing page. The page itself is a file without React: it is read by people who
 * may never come back, and 110 kB of framework would be for four listeners.
 */
export function enhanceLanding(root: HTMLElement): void {
  const start = hasSession() ? START.signedIn : START.signedOut;
  root.toggleAttribute('data-session', start === START.signedIn);
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-start]')) link.href = start;
  for (const year of root.querySelectorAll('[data-year]'))
    year.textContent = String(new Date().getFullYear());
  root.querySelector('[data-theme-button]')?.addEventListener('click', cycleTheme);
  root.querySelector('form[data-first-task]')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const input = root.querySelector<HTMLInputElement>('form[data-first-task] input');
    keepFirstTask(input?.value ?? '');
    location.assign(start);
  });
  // Without the configuration the page is whole, only nameless; there is nobody to tell.
  void showBrand(root).catch(() => undefined);
}

function hasSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

/** Fills in who runs this installation: `data-brand` names the field. */
async function showBrand(root: HTMLElement): Promise<void> {
  const config: unknown = await (await fetch('/config.json')).json();
  const brand = isRecord(config) && isRecord(config['brand']) ? config['brand'] : {};
  if (typeof brand['name'] === 'string') {
    document.title = document.title.replaceAll(PRODUCT_NAME, brand['name']);
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-brand]')) {
    const value = brand[element.dataset['brand'] ?? ''];
    if (typeof value !== 'string' || value === '') continue;
    if (element instanceof HTMLAnchorElement) element.href = `mailto:${value}`;
    else element.textContent = value;
    element.hidden = false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
