import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { AiTaskType } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { clearToasts } from '../screenshots/fill-list.ts';
import type { Cue } from './captions.ts';
import { SHOWN_TOOLS } from './deliver-examples.ts';
import type { Device } from './devices.ts';
import { press } from './pointer.ts';

const CAPTIONS: Readonly<Partial<Record<AiTaskType, string>>> = {
  reasoning: 'Reasoning weighs the options and shows how it got there.',
  research: 'Research reads several pages and quotes each of them.',
  web_search: 'Web search finds what’s current, with its sources.',
  data_analysis: 'Data analysis calculates from your file and shows the query.',
  doc_summary: 'PDF summary gives the page for each statement.',
  create_image: 'Image creation draws what you describe.',
  image_edit: 'Image edit changes only what you asked for.',
};

/** Pixels. In one movement: each picture of a longer one costs as much as a new page. */
const READ_ON = 340;

interface Shown {
  /** Of the installation whose demo has delivered the examples to the person who is logged in there. */
  readonly url: string;
  readonly now: () => number;
}

/** The results of the other tools, one after the other, opened from their tasks. Returns their captions. */
export async function showTools(page: Page, device: Device, { url, now }: Shown): Promise<Cue[]> {
  const cues: Cue[] = [];
  const say = (text: string): void => void cues.push({ at: now(), text });

  await page.goto(`${url}/dashboard`);
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.filter({ hasText: EXAMPLE_TASKS[SHOWN_TOOLS[0] ?? 'answer'].title }).waitFor();
  await clearToasts(page);
  say('There are eight tools, at one credit each. These are prepared examples.');
  await sleep(2200);

  for (const type of SHOWN_TOOLS) {
    const row = rows.filter({ hasText: EXAMPLE_TASKS[type].title });
    await press(row.getByRole('button', { name: /^View/ }).first(), device);
    const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
    await answer.getByRole('complementary').waitFor();
    say(CAPTIONS[type] ?? EXAMPLE_TASKS[type].title);
    await sleep(2200);
    await page.mouse.wheel(0, READ_ON);
    await sleep(1800);
    await press(answer.getByRole('button', { name: 'Close' }).first(), device);
    await answer.waitFor({ state: 'detached' });
    await sleep(500);
  }
  say('Each result stays with its task.');
  await sleep(2200);
  return cues;
}
