import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { START_PAGE } from '#web/lib/page/start-when-used.ts';
import { isAsBuilt } from './is-as-built.ts';

async function startIfNeeded(): Promise<void> {
  if (!(await readsAsBuilt())) dispatchEvent(new Event(START_PAGE));
}

async function readsAsBuilt(): Promise<boolean> {
  try {
    return isAsBuilt(await (await fetch('/config.json')).json(), PRODUCT_NAME);
  } catch {
    // The app's own code tries again, and says what is wrong.
    return false;
  }
}

// Entry point of the sign-in pages' only script, until somebody turns to them.
void startIfNeeded();
