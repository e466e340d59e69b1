import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { SESSION_KEY } from '#web/lib/session/session-key.ts';
import type { Person } from './accounts.ts';
import { apiOf } from './api-of.ts';

/**
 * Opens a page that finds the client's session in its browser, as after a login there. (To log in with the form costs a
 * page of its own, and so does the `storageState` of a context: Playwright opens a page to write it.)
 */
export async function openSignedIn(
  page: Page,
  address: string,
  { auth }: Pick<SupabaseClient, 'auth'>,
): Promise<void> {
  const { data } = await auth.getSession();
  const kept = [SESSION_KEY, JSON.stringify(data.session)].map((text) => JSON.stringify(text));
  const script = await page.addInitScript(`localStorage.setItem(${kept.join(', ')})`);
  await page.goto(address);
  // Once only: what becomes of the session afterwards is for the app to say.
  await script.dispose();
}

/** The same for somebody with an account: signs in without the form. Returns their client, which has the same session. */
export async function enter(
  page: Page,
  url: string,
  person: Person,
  path = '/dashboard',
): Promise<SupabaseClient> {
  const client = await apiOf(url, person);
  await openSignedIn(page, url + path, client);
  return client;
}
