import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { startServer } from '#tests/worlds/server-process.ts';
import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { enter } from '../world/signed-in.ts';
import { addTask, expect, PERSON, test } from '../world/world.ts';

const rows = z.array(z.object({ id: z.string() }));
const accepted = z.object({ run: z.object({ id: z.string() }) });

/** Hands over as many tasks as there are credits. Answers with the runs. */
async function spendAll(api: SupabaseClient): Promise<string[]> {
  const titles = Array.from({ length: WELCOME_CREDITS }, (_, index) => ({ title: `Elsewhere ${index + 1}` }));
  const tasks = rows.parse((await api.from('tasks').insert(titles).select('id').throwOnError()).data);
  const runs: string[] = [];
  for (const { id } of tasks) runs.push(await handOver(api, id));
  return runs;
}

async function handOver(api: SupabaseClient, task_id: string): Promise<string> {
  const { data, error } = await api.functions.invoke<unknown>('delegate', {
    body: { task_id, ai_task_type: 'answer' },
  });
  if (error) throw error;
  return accepted.parse(data).run.id;
}

const OWN = 'Compare home contents insurance';

// As long as other answers take, without the words in between: fifteen lists of words would be drawn all the time.
test.use({ model: 'sim/first-token-8000' });

test('without a credit the way leads to Upgrade Your Plan; the demo works without one', async ({
  page,
  installation,
}) => {
  const { url } = installation.server;
  const api = await enter(page, url, await makeAccount(url, PERSON));
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
  await expect(page.getByText('Free Plan', { exact: true })).toBeVisible();
  const upgrade = page.getByRole('button', { name: 'Upgrade' });
  await expect(upgrade).toBeHidden();
  await spendAll(api);
  await expect(page.getByText('0 credits left', { exact: true })).toBeVisible();

  await upgrade.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upgrade Your Plan' });
  await expect(dialog.getByText('You have used all your available credits for this month')).toBeVisible();
  await expect(
    dialog.getByText(/^The Free Plan includes 10 AI tasks a month\. You get 10 more on 1\s\w+\.$/),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    '500 AI tasks€69Paid once, never expires',
    'Start Plan€9 a month150 AI tasks a month',
    'Pro Plan€15 a month300 AI tasks a month',
  ]);
  const pricing = dialog.getByRole('link', { name: 'All plans and packs' });
  await expect(pricing).toHaveAttribute('href', '/pricing');
  const pack = dialog.getByRole('button', { name: /^500 AI tasks/ });
  await expect(pack).toBeFocused();
  expect(await findings(page)).toEqual([]);
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(upgrade).toBeFocused();
  await page.keyboard.press('Enter');
  await pack.click();
  await expect(page.getByRole('heading', { name: 'Test checkout' })).toBeVisible();
  await expect(page.getByText('€69, once')).toBeVisible();
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await expect(page).toHaveURL(`${url}/pricing`);
  await page.goto(`${url}/dashboard`);

  await addTask(page, OWN);
  const row = page.getByRole('listitem').filter({ hasText: OWN });
  const delegate = row.getByRole('button', { name: 'Delegate to AI' });
  await delegate.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toBeHidden();
  await expect(delegate).toBeFocused();
  // The same by its key.
  await page.keyboard.press('d');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');

  // The same installation without a model: the demo answers. What was still at work would give its credit back.
  await expect(page.getByText(`The assistant has delivered ${WELCOME_CREDITS} tasks.`)).toBeVisible();
  await installation.server.stop();
  const { dataDir } = installation.server;
  const demo = await startServer({ dataDir, port: Number(new URL(url).port) });
  try {
    await page.reload();
    await upgrade.click();
    await expect(dialog.getByText('the demo answers and uses no credits')).toBeVisible();
    await page.keyboard.press('Escape');
    await delegate.click();
    const delegating = page.getByRole('dialog', { name: 'Delegate Task to AI' });
    await expect(delegating.getByText('Free', { exact: true })).toBeVisible();
  } finally {
    await demo.stop();
  }
});

test.describe('while the assistant is at work', () => {
  test.use({ model: 'sim/slow-90000', viewport: { width: 390, height: 844 } });

  test('credits that come back end it at once, on the phone too', async ({ page, installation }) => {
    const { url } = installation.server;
    const api = await enter(page, url, await makeAccount(url, PERSON));
    await addTask(page, OWN);
    const runs = await spendAll(api);
    const upgrade = page.getByRole('button', { name: 'Upgrade' });
    await expect(upgrade).toBeVisible();
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
    const delegate = page
      .getByRole('listitem')
      .filter({ hasText: OWN })
      .getByRole('button', { name: 'Delegate to AI' });
    await delegate.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Upgrade Your Plan');
    await expect(dialog.getByText('You have used all your available credits for this month')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();

    const { error } = await api.functions.invoke('cancel-run', { body: { run_id: runs.at(-1) } });
    expect(error).toBeNull();
    await expect(page.getByText('1 credit left', { exact: true })).toBeVisible();
    await expect(upgrade).toBeHidden();
    await delegate.click();
    await expect(dialog).toHaveAccessibleName('Delegate Task to AI');
    await dialog.getByRole('button', { name: 'Close' }).click();

    // Doing it again costs a credit as well.
    const [own] = rows.parse((await api.from('tasks').select('id').eq('title', OWN).throwOnError()).data);
    await handOver(api, own?.id ?? '');
    await expect(page.getByText('0 credits left', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Start again for 1 credit' }).click();
    await expect(dialog).toHaveAccessibleName('Upgrade Your Plan');
  });
});
