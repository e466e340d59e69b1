import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Ends when nothing fades any more: the colours in between have too little contrast. What never ends isn't waited for. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => true)`;

/** Instead of axe, in a page that has it: to send and to start its 650 kB costs more than half of a check. */
const NOTHING = 'undefined';

/**
 * What axe finds in the page as it stands. The frame of a mail is sandboxed, so axe cannot enter it. The legacy mode
 * leaves out other hosts' frames, and with them a second page that is opened to sum up: 0.4 instead of 1 s of processor time.
 */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(SETTLED);
  const isThere = await page.evaluate("'axe' in window");
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: NOTHING } : {}) })
    .exclude('iframe')
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) });
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/**
 * What axe finds, and what it finds against the colours of the other theme at this width: some texts are only there on
 * wide screens, or only on narrow ones.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found = await findings(page);
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  const inOther = await findings(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: own });
  return [...found, ...inOther.map((finding) => `${other}: ${finding}`)];
}
