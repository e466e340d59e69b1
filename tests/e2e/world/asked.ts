import { expect, type Locator, type Page, type Route } from '@playwright/test';

const IS_ASKED = "'asked' in document.documentElement.dataset";

/** A press counts while the button does not say that the app is asking already: then it would do nothing. */
const NOTICE_PRESS = `addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button && button.ariaBusy !== 'true') document.documentElement.dataset.asked = '';
}, { capture: true })`;

/**
 * Requests to this address fail until a button was pressed by `ask`. What could not be had the app asks for again by
 * itself too, at times of its own, and the button goes once it has it: were the server well again before the press,
 * there might be nothing left to press. Undo it with `unrouteAll`, which waits for what is still being answered.
 */
export async function failUntilAsked(
  page: Page,
  address: string | RegExp,
  fail: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(address, async (route) => {
    // Only the page knows which of the two came first. One that is being left has asked nothing.
    const isAsked = await page.evaluate(IS_ASKED).catch(() => false);
    await (isAsked ? route.continue() : fail(route));
  });
}

/** Presses the button that asks again, and once more if the app was asking by itself in that moment. */
export async function ask(button: Locator): Promise<void> {
  const page = button.page();
  await page.evaluate(NOTICE_PRESS);
  await expect(async () => {
    await button.click();
    expect(await page.evaluate(IS_ASKED)).toBe(true);
  }).toPass();
}
