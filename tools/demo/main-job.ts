import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { DELIVERED } from '../screenshots/sample-answers.ts';
import type { Cue } from './captions.ts';
import type { Device } from './devices.ts';
import { press } from './pointer.ts';

/** As somebody types who knows what to say. */
const KEY_MS = 45;

/** A task from the line in which it is written to its receipt. Answers with what is to be read meanwhile. */
export async function doMainJob(page: Page, device: Device, now: () => number): Promise<Cue[]> {
  const cues: Cue[] = [];
  const say = (text: string): void => void cues.push({ at: now(), text });

  say('You keep the list, for home and work.');
  await sleep(2200);

  say('Write a task the way you’d say it. It picks up the priority and the category.');
  const line = page.getByLabel('Add a task');
  await press(line, device);
  await line.pressSequentially(`${DELIVERED.title} !high #personal`, { delay: KEY_MS });
  await sleep(1400);
  await line.press('Enter');
  await sleep(1600);

  say('Delegate it. You see what it costs before you press the button.');
  const row = page.getByRole('listitem').filter({ hasText: DELIVERED.title });
  await press(row.getByRole('button', { name: 'Delegate to AI' }), device);
  const form = page.getByRole('dialog');
  await press(form.getByRole('radio', { name: /^Answer/ }), device);
  await sleep(1600);
  await press(form.getByRole('button', { name: 'Delegate', exact: true }), device);
  await form.waitFor({ state: 'detached' });

  say('While it works, you see each step, and the text as it’s written.');
  const view = page.getByRole('button', { name: 'View Full Response' });
  await view.first().waitFor();

  say('The result appears under its task, with what it cost.');
  await sleep(3000);

  say('The full answer comes with its receipt: what was done, what was sent, and what couldn’t be verified.');
  await press(view.first(), device);
  const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await answer
    .getByText(DELIVERED.text.split('\n')[0]?.slice(2) ?? '')
    .first()
    .waitFor();
  await sleep(4000);
  if (device.context.isMobile) await press(answer.getByRole('button', { name: /receipt/i }), device);
  await sleep(3000);

  say('You tick the box.');
  await press(answer.getByRole('button', { name: 'Complete task' }), device);
  await answer.waitFor({ state: 'detached' });
  await sleep(2600);
  return cues;
}
