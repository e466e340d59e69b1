import { mailboxKeyOf } from '#tests/worlds/server-process.ts';
import { expect, test } from '../world/world.ts';

test('the local mailbox opens by the link of the start, once for this browser, and by nothing else', async ({
  page,
  installation: { server },
}) => {
  const key = await mailboxKeyOf(server.url);
  await page.goto(`${server.url}/mailbox?to=mara%40example.org`);
  await expect(page.getByText('Open the mailbox with its link')).toBeVisible();
  const field = page.getByLabel('Link or key');
  await field.fill('https://example.org/elsewhere');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That’s not a mailbox link or key.')).toBeVisible();
  await field.fill('another-key-of-another-start');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('That key doesn’t match.')).toBeVisible();
  await field.fill(`${server.url}/mailbox#key=${key}`);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No messages yet.')).toBeVisible();
});

test('the link itself leaves its key neither in the address nor in the history', async ({
  page,
  installation: { server },
}) => {
  const link = `${server.url}/mailbox#key=${await mailboxKeyOf(server.url)}`;
  // The page may be open already: then the link changes its address alone.
  await page.goto(`${server.url}/mailbox`);
  await expect(page.getByText('Open the mailbox with its link')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/mailbox`);
});
