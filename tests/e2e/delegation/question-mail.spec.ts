import { PASSWORD, signUp } from '#tests/acceptance/person.ts';
import { mailTo } from '../world/accounts.ts';
import { addRows, expect, isTooWide, openForm, PHONE, press, row, test } from '../world/site.ts';

const TITLE = 'Book dentist';
const QUESTIONS = '2 questions before it starts';

/** The link of the mail about a question, which comes after a minute without an answer. */
async function linkToQuestion(url: string, email: string): Promise<string> {
  let text = '';
  await expect(async () => {
    ({ text } = await mailTo(url, email, 'question'));
  }).toPass({ timeout: 100_000 });
  expect(text).not.toContain('appointment');
  const [link] = /https?:\/\/\S+\/dashboard\?task=[\w-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in ${text}`);
  return link;
}

test('a question is answered by the link of its mail, after a login, and on a device that still shows it no more', async ({
  page: first,
  person,
  openAs,
  openPage,
  site,
}) => {
  test.slow();
  // A device that hears nothing of what happens on others.
  await first.routeWebSocket(/\/realtime\//, () => {});
  await first.reload();
  await addRows(person, [TITLE]);
  await first.reload();
  const form = await openForm(first, TITLE, /^Answer/);
  await form.getByRole('button', { name: 'Delegate' }).click();
  const asked = row(first, TITLE);
  await expect(asked.getByText(QUESTIONS)).toBeVisible();
  const link = await linkToQuestion(site.url, person.email);
  // Without a live connection, the list is read from time to time: held, so that the question is still shown below.
  const { promise: answered, resolve: letRead } = Promise.withResolvers<void>();
  await first.route('**/rest/v1/**', async (route) => {
    await answered;
    await route.continue();
  });

  const stranger = await openAs(await signUp(site), {}, link);
  await expect(stranger.getByText('This task isn’t in your list.')).toBeVisible();
  await expect(stranger.getByText(TITLE)).toHaveCount(0);

  const second = await openAs(person, {}, link);
  const beside = second.getByRole('dialog', { name: TITLE });
  await expect(beside.getByText(QUESTIONS)).toBeVisible();

  const visitor = await openPage(PHONE);
  await visitor.goto(link);
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  const sheet = visitor.getByRole('dialog', { name: TITLE });
  await expect(sheet.getByText(QUESTIONS)).toBeVisible();
  // In the row and in the sheet, and no toast that covers its title.
  await expect(visitor.getByText(QUESTIONS)).toHaveCount(2);
  await expect(visitor.getByText('The assistant has 2 questions')).toHaveCount(0);
  // The one button that goes on.
  await expect(sheet.getByRole('button', { name: 'Just go' })).toBeInViewport();
  await expect(sheet.getByRole('button', { name: 'Delegate to AI' })).toHaveCount(0);
  expect(await isTooWide(visitor)).toBe(false);
  await press(sheet.getByRole('radio', { name: 'Toothache' }));
  await press(sheet.getByRole('button', { name: 'Start' }));
  await expect(sheet.getByText('AI is working on your task...')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Delegate to AI' })).toBeVisible();
  await expect(beside.getByRole('radio')).toHaveCount(0);

  await press(asked.getByRole('radio', { name: 'Cleaning' }));
  await press(asked.getByRole('button', { name: 'Start' }));
  await expect(first.getByText('This was already answered, so the first answers hold.')).toBeVisible();
  letRead();
  await expect(asked.getByRole('radio')).toHaveCount(0);

  await press(sheet.getByRole('button', { name: 'View Full Response' }));
  const receipt = visitor.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('You said: Toothache')).toBeVisible();
  await expect(receipt.getByText('Assumed: Next week')).toBeVisible();
});
