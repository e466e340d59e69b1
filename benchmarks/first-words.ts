/**
 * From the press of "Delegate" to the first words of an answer, beyond the provider's own time: until the provider is
 * asked, until an official client hears the words, and until Chromium has painted them. The provider answers at once.
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import type { ServerProcess } from '#tests/worlds/server-process.ts';
import { type Account, signUp } from './measure/account.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, pause, percentile, report } from './measure/figures.ts';
import { createPacedModel, now, type PacedModel, PIECE } from './measure/paced-model.ts';
import { contextOf, openBrowser, openDashboard, paintedShape } from './measure/screen.ts';

const TIMES = 7;

/** In the order in which they are pressed, in a page that has just been opened. A bare title may be asked about first. */
const TASKS = [
  { what: 'the first answer of a page, to a bare title', title: 'Write to the landlord', notes: '' },
  { what: 'a later answer, to a bare title', title: 'Compare three insurances', notes: '' },
  { what: 'an answer to a task with notes', title: 'Plan the party', notes: 'Twelve guests, in June.' },
] as const;

/** When the form was sent, by the clock that this process shares. */
const WATCH_PRESS = `document.addEventListener('submit', () => {
  window.pressed = performance.timeOrigin + performance.now();
}, true);`;

const runText = z.object({ text: z.string() });

/** When a client of the person's heard the first words of each call. */
async function listen({ client, userId }: Account): Promise<ReadonlyMap<string, number>> {
  const heard = new Map<string, number>();
  await client.realtime.setAuth();
  const channel = client.channel(`user:${userId}`, { config: { private: true } });
  channel.on('broadcast', { event: 'run_text' }, ({ payload }) => {
    const [, call] = [...runText.parse(payload).text.matchAll(PIECE)][0] ?? [];
    if (call !== undefined && !heard.has(call)) heard.set(call, now());
  });
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => (error ? reject(error) : status === 'SUBSCRIBED' && resolve()));
  });
  return heard;
}

async function press(page: Page, title: string): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: 'Delegate to AI' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await dialog.getByRole('radio', { name: /^Answer/ }).check();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
}

/** The call whose words are painted next. */
async function nextPainted(page: Page, before: ReadonlySet<string>): Promise<[call: string, at: number]> {
  for (;;) {
    await pause(50);
    const painted = Object.entries(paintedShape.parse(await page.evaluate('painted')));
    const found = painted.find(([call, at]) => at > 0 && !before.has(call));
    if (found) return found;
  }
}

/** Milliseconds of one answer, without what the provider took. */
interface Wait {
  readonly asked: number;
  readonly heard: number;
  readonly painted: number;
}

async function waitsOf(server: ServerProcess, { calls }: PacedModel): Promise<Map<string, Wait[]>> {
  const browser = await openBrowser();
  const waits = new Map<string, Wait[]>();
  for (let time = 0; time < TIMES; time += 1) {
    const account = await signUp(server.url, `person-${time}`);
    const rows = TASKS.map(({ title, notes }) => ({ title, notes, user_id: account.userId }));
    await account.client.from('tasks').insert(rows).throwOnError();
    const heard = await listen(account);
    const context = await contextOf(browser, server.url, account);
    const empty = await context.newPage();
    await empty.addInitScript(WATCH_PRESS);
    const page = await openDashboard(empty, server.url);
    const before = new Set<string>();
    for (const { what, title } of TASKS) {
      await press(page, title);
      const [call, painted] = await nextPainted(page, before);
      before.add(call);
      const pressed = z.number().parse(await page.evaluate('window.pressed'));
      const { asked, sent } = calls.get(call) ?? {};
      const heardAt = heard.get(call);
      if (asked === undefined || sent?.[0] === undefined || heardAt === undefined)
        throw new Error(`nobody has sent or heard ${call}`);
      const provider = sent[0] - asked;
      const wait = {
        asked: asked - pressed,
        heard: heardAt - pressed - provider,
        painted: painted - pressed - provider,
      };
      waits.set(what, [...(waits.get(what) ?? []), wait]);
      while (calls.get(call)?.ended === null) await pause(50);
      await pause(1_000);
    }
    await context.close();
    await account.client.realtime.disconnect();
  }
  await browser.close();
  return waits;
}

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const paced = createPacedModel({ reading: 0 });
  const simulator = await startAiSimulator({ scripts: [paced.script] });
  const server = await place.start({
    AI_BASE_URL: simulator.url,
    AI_API_KEY: simulator.apiKey,
    AI_MODEL_FAST: 'sim/paced-20-50',
  });
  for (const [what, waits] of await waitsOf(server, paced)) {
    report(`${what}, from the press, ${engine}`, {
      'provider asked p50 ms': median(waits.map(({ asked }) => asked)),
      'heard by a client p50 ms': median(waits.map(({ heard }) => heard)),
      'painted p50 ms': median(waits.map(({ painted }) => painted)),
      'at most': percentile(
        waits.map(({ painted }) => painted),
        1,
      ),
    });
  }
  await server.stop();
  await simulator.close();
  await place.remove();
}
