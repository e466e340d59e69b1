import { addRows, expect, isTooWide, openForm, PHONE, row, test } from '../world/site.ts';

const TITLE = 'Book dentist';

test('a title that says too little is asked about before a credit is taken, and answered on any device', async ({
  page,
  person,
  openAs,
}) => {
  await addRows(person, [TITLE]);
  const form = await openForm(page, TITLE, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  const here = row(page, TITLE);
  await expect(here.getByText('2 questions before it starts')).toBeVisible();
  await expect(page.getByText('The assistant has 2 questions before it starts')).toBeVisible();
  const what = here.getByRole('group', { name: 'What is the appointment for?' });
  await expect(what.getByRole('radio', { name: 'Check-up' })).toBeChecked();
  await expect(here.getByRole('button', { name: 'Just go' })).toBeVisible();
  const { data } = await person.client.from('profiles').select('credits_used').single();
  expect(data).toEqual({ credits_used: 0 });

  // By keyboard alone: one choice, then words of one's own.
  await what.getByRole('radio', { name: 'Check-up' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(what.getByRole('radio', { name: 'Toothache' })).toBeChecked();

  const other = await openAs(person, PHONE, `/dashboard`);
  const there = row(other, TITLE);
  const when = there.getByRole('group', { name: 'When would suit you?' });
  await when.getByRole('radio', { name: 'Something else…' }).check();
  await when.getByLabel('Your answer').fill('Thursday after 5');
  expect(await isTooWide(other)).toBe(false);
  await there.getByRole('button', { name: 'Start' }).click();
  // The first answer wins, and ends the question on both.
  await expect(there.getByText('AI is working on your task...')).toBeVisible();
  await expect(what).toBeHidden();

  await here.getByRole('button', { name: 'View Full Response' }).click();
  const receipt = page.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('Assumed: Check-up')).toBeVisible();
  await expect(receipt.getByText('You said: Thursday after 5')).toBeVisible();
});

test('a question is skipped or stopped on a phone, and not asked of whoever wants none @phone', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  const delegate = async () => {
    const form = await openForm(page, TITLE, /^Answer/);
    await form.getByRole('button', { name: 'Delegate' }).click();
  };
  const here = row(page, TITLE);
  await delegate();
  await here.getByRole('button', { name: 'Stop' }).click();
  await expect(here.getByText(/^You stopped this after .* Nothing was charged\.$/)).toBeVisible();
  await delegate();
  await here.getByRole('button', { name: 'Just go' }).click();
  await expect(here.getByRole('button', { name: 'View Full Response' })).toBeVisible();

  await page.goto(new URL('/settings#answers', page.url()).href);
  const choice = page.getByRole('checkbox', { name: 'Ask me when something is missing' });
  await choice.uncheck();
  await expect
    .poll(async () => (await person.client.from('user_settings').select('asks_first').single()).data)
    .toEqual({ asks_first: false });
  await page.goto(new URL('/dashboard', page.url()).href);
  await delegate();
  await expect(here.getByText('AI is working on your task...')).toBeVisible();
  await expect(here.getByRole('group')).toHaveCount(0);
});
