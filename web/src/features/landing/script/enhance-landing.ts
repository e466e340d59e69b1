import { keepFirstTask } from '#web/lib/device/first-task.ts';
import { cycleTheme } from '#web/lib/device/theme.ts';
import { someTools } from '#web/lib/models/some-tools.ts';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import { enableDemo } from './enable-demo.ts';
import { enableResults } from './enable-results.ts';
import { type LandingConfig, readLandingConfig } from './read-landing-config.ts';
import { showOperator } from './show-operator.ts';
import { showPacks } from './show-packs.ts';

/** Target of "Get Started Free" and the other calls to action. */
const START = { signedIn: '/dashboard', signedOut: '/register' } as const;

/**
 * Makes the landing page interactive. The page is static HTML without React: its visitors may never come back,
 * and 110 kB of framework would serve a handful of listeners.
 */
export function enhanceLanding(root: HTMLElement): void {
  const start = hasSession() ? START.signedIn : START.signedOut;
  root.toggleAttribute('data-session', start === START.signedIn);
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-start]')) link.href = start;
  for (const year of root.querySelectorAll('[data-year]'))
    year.textContent = String(new Date().getFullYear());
  for (const button of root.querySelectorAll('[data-theme-button]'))
    button.addEventListener('click', cycleTheme);
  root.querySelector('form[data-first-task]')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const input = root.querySelector<HTMLInputElement>('form[data-first-task] input');
    location.assign(start + keepFirstTask(input?.value ?? ''));
  });
  // Without the configuration the page is complete, except for names.
  const config = readLandingConfig().catch(() => null);
  enableDemo(root, config);
  enableResults(root);
  void config.then((read) => {
    if (!read) return;
    showOperator(root, read);
    showPacks(root, read.catalogue);
    showTools(root, read);
  });
}

function hasSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

/** Removes tools that aren't connected, and adjusts the texts about all eight. */
function showTools(root: HTMLElement, { ai }: LandingConfig): void {
  const some = someTools(ai['demo'], ai['tools']);
  if (some === null) return;
  const places = [...root.querySelectorAll<HTMLElement>('[data-tool]')];
  const kept = places.filter(({ dataset }) => some.some((type) => type === dataset['tool']));
  for (const place of places) if (!kept.includes(place)) place.remove();
  const names = kept.map((place) => place.querySelector('h3')?.textContent).join('; ');
  for (const element of root.querySelectorAll<HTMLElement>('[data-some-tools]')) {
    const text = element.dataset['someTools'] ?? '';
    element.textContent = text.replace('{count}', String(some.length)).replace('{tools}', names);
  }
}
