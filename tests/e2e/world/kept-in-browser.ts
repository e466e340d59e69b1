import type { Page } from '@playwright/test';
import { z } from 'zod';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';

const TOKENS = `(() => {
  const { access_token, refresh_token } = JSON.parse(localStorage.getItem('${SESSION_KEY}'));
  return [access_token, refresh_token];
})()`;

const tokens = z.tuple([z.string().min(20), z.string().min(8)]);

const EVERYTHING_KEPT = `(async () => {
  const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie, await caches.keys()];
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      kept.push(await done(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  return JSON.stringify(kept);
})()`;

/** The access token and the refresh token of whoever is signed in. */
export const tokensOf = async (page: Page) => tokens.parse(await page.evaluate(TOKENS));

/** What the browser keeps of this site, in every store that pages can read, as one text. */
export const everythingKept = async (page: Page): Promise<string> =>
  z.string().parse(await page.evaluate(EVERYTHING_KEPT));
