import { addRows, expect, type Page, row, test } from '../world/site.ts';

/** Keeps what the system is asked to show, besides showing it. In text, because the tests know no DOM. */
const LISTEN = `
  window.told = [];
  window.Notification = class extends window.Notification {
    constructor(title, options) {
      super(title, options);
      window.told.push({ title, text: options.body, press: () => this.onclick() });
    }
  };
`;

/** What a person answers once asked. A headless browser forgets what it was granted. */
const GRANT = `
  Object.defineProperty(window.Notification, 'permission', { get: () => 'granted' });
  window.Notification.requestPermission = async () => 'granted';
`;

const look = (page: Page, away: boolean): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${away} });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
const told = (page: Page): Promise<unknown> =>
  page.evaluate('window.told.map(({ title, text }) => ({ title, text }))');

test('a result that comes while one looks elsewhere is counted in the title, and told by the system to whoever asked for it', async ({
  page,
  person,
}) => {
  await page.addInitScript(LISTEN);
  await addRows(person, ['Words for the card', 'Words for the speech']);
  const delegate = async (title: string) => {
    await row(page, title).getByRole('button', { name: 'Delegate to AI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
    await dialog.getByRole('radio', { name: /^Answer/ }).check();
    await dialog.getByRole('button', { name: 'Delegate' }).click();
  };

  await page.goto(new URL('/settings#notices', page.url()).href);
  const choice = page.getByRole('checkbox', { name: 'Notify me when a result is ready' });
  await choice.click();
  await expect(page.getByText('Your browser is blocking notifications from this site.')).toBeVisible();
  await expect(choice).not.toBeChecked();

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveTitle(/^Dashboard/);
  await look(page, true);
  await delegate('Words for the card');
  await expect(page).toHaveTitle(/^\(1\) Dashboard/);
  expect(await told(page)).toEqual([]);
  await look(page, false);
  await expect(page).toHaveTitle(/^Dashboard/);

  await page.addInitScript(GRANT);
  await page.goto(new URL('/settings#notices', page.url()).href);
  await choice.click();
  await expect(choice).toBeChecked();
  expect(await told(page)).toMatchObject([{ title: 'Notifications are on' }]);
  await page.reload();
  await expect(choice).toBeChecked();

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await look(page, true);
  await delegate('Words for the speech');
  // A page that was left the moment a result came may still have it from its device as one at work, and tells of it too.
  const speech = { title: 'AI has completed your task!', text: 'Words for the speech' };
  await expect.poll(() => told(page)).toContainEqual(speech);
  await expect(page).toHaveTitle(/^\(\d\) Dashboard/);
  await page.evaluate("window.told.find(({ text }) => text === 'Words for the speech').press()");
  await expect(page.getByRole('dialog', { name: 'AI Assistant Response' })).toBeVisible();
});

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: object];

test('a page that the server closed with its expired token, as in the background, hears of results again', async ({
  page,
  person,
}) => {
  const joined: Frame[] = [];
  let close = () => {};
  await page.routeWebSocket(/realtime/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Frame;
      if (frame[3] === 'phx_join') joined.push(frame);
      server.send(message);
    });
    close = () => {
      const [joinRef = null, , topic = ''] = joined[0] ?? [];
      server.send(JSON.stringify([joinRef, 'last', topic, 'phx_leave', {}] satisfies Frame));
      ws.send(JSON.stringify([joinRef, joinRef, topic, 'phx_close', {}] satisfies Frame));
    };
  });
  await page.reload();
  await expect.poll(() => joined.length).toBe(1);
  close();
  await expect.poll(() => joined.length).toBe(2);
  await addRows(person, ['Added on another device']);
  await expect(row(page, 'Added on another device')).toBeVisible();
});
