import { randomBytes } from 'node:crypto';
import type { AiTaskType } from '#domain/ai-task.ts';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import { addTask, type Person, signUp } from '#tests/acceptance/person.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { anonKeyOf } from '#tests/worlds/server-process.ts';
import { openSignedIn } from '../world/signed-in.ts';
import { test } from '../world/web-installation.ts';
import { expect, type Page } from '../world/world.ts';

const TYRES = 'winter tyre rules for the drive to Bolzano';
const RENT = 'The monthly rent is 1240 euros, heating not included.';
const SALES = 'date,region,revenue\n2026-01-05,North,120\n2026-02-06,South,80\n2026-02-07,North,40\n';

interface Followed {
  readonly type: AiTaskType;
  readonly title: string;
  readonly file?: { readonly extension: string; readonly type: string; readonly bytes: Buffer };
  /** What the receipt of the new version tells of the earlier one. */
  readonly takenAlong: RegExp;
  /** In the new version. */
  readonly says: RegExp;
}

const ALL: readonly Followed[] = [
  {
    type: 'web_search',
    title: `Check the ${TYRES}`,
    takenAlong: /^Reused \d+ sources? from the previous answer$/,
    says: /winter tyres/i,
  },
  {
    type: 'research',
    title: `Compare the ${TYRES}`,
    takenAlong: /^Reused \d+ sources? from the previous answer$/,
    says: /winter tyres/i,
  },
  {
    type: 'doc_summary',
    title: 'What does the lease say?',
    file: { extension: 'pdf', type: 'application/pdf', bytes: makePdf([RENT]) },
    takenAlong: /^Read the previous answer, /,
    says: /1240 euros/,
  },
  {
    type: 'data_analysis',
    title: 'Which region sells most?',
    file: { extension: 'csv', type: 'text/csv', bytes: Buffer.from(SALES) },
    takenAlong: /^Read the previous answer, /,
    says: /North/,
  },
];

test.use({
  model: 'sim/team',
  settings: {
    AI_MODELS: 'doc_summary=sim/pdf,data_analysis=sim/analyst',
    MAIL_AUTOCONFIRM: 'on',
  },
});

/** Through the official client: what is looked at here begins with the answer. */
async function handOver(person: Person, { type, title, file }: Followed): Promise<void> {
  const path = `${person.id}/${randomBytes(18).toString('base64url')}.${file?.extension}`;
  if (file) {
    const { error } = await person.client.storage
      .from(ATTACHMENT_BUCKET)
      .upload(path, file.bytes, { contentType: file.type });
    expect(error).toBeNull();
  }
  const { error } = await person.client.functions.invoke('delegate', {
    body: { task_id: await addTask(person, title), ai_task_type: type, attachments: file ? [path] : [] },
  });
  expect(error).toBeNull();
}

async function untilSucceeded(person: Person, runs: number): Promise<void> {
  const statuses = async () => (await person.client.from('ai_runs').select('status')).data;
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(Array(runs).fill({ status: 'succeeded' }));
}

async function openResponse(page: Page, title: string) {
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('.row-text', { hasText: title }) })
    .getByRole('button', { name: 'View Full Response' })
    .click();
  return page.getByRole('dialog', { name: 'AI Assistant Response' });
}

test('an answer of each tool that reads is followed up, with what it rested on', async ({ page, url }) => {
  const person = await signUp({ url, anonKey: await anonKeyOf(url) });
  await Promise.all(ALL.map((each) => handOver(person, each)));
  await untilSucceeded(person, ALL.length);

  await openSignedIn(page, `${url}/dashboard`, person.client);
  for (const { title } of ALL) {
    const response = await openResponse(page, title);
    await response.getByRole('button', { name: 'Follow up' }).click();
    await response.getByLabel('What should be different?').fill('Shorter');
    await response.getByRole('button', { name: 'Make a new version' }).click();
    const work = response.getByRole('region', { name: 'New version' });
    await expect(work.or(response.getByText('Version 2 of 2'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(response).toBeHidden();
  }
  await untilSucceeded(person, 2 * ALL.length);
  await expect(page.getByText('7 credits left', { exact: true })).toBeVisible();

  for (const { title, takenAlong, says } of ALL) {
    const response = await openResponse(page, title);
    await expect(response.getByText('Version 2 of 2')).toBeVisible();
    await expect(response.getByText(takenAlong)).toBeVisible();
    await expect(response.getByRole('article').getByText(says).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(response).toBeHidden();
  }
});
