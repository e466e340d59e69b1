import { makeAccount } from '../world/accounts.ts';
import { findings } from '../world/axe-findings.ts';
import { fileServer } from '../world/file-server.ts';
import { enter } from '../world/signed-in.ts';
import { addTask, expect, test } from '../world/world.ts';

// Nothing is said about a provider: the demo answers.
const server = fileServer();

test('the demo offers its examples: one is added with its tool and file, and gets its result', async ({
  page,
}) => {
  const person = { name: 'Mara Lind', email: 'examples@example.org', password: 'a rainy tuesday' };
  await enter(page, server.url, await makeAccount(server.url, person));

  // Another task gets one line, and the offer beside it.
  await addTask(page, 'Plan the weekend');
  await page.getByRole('button', { name: 'Delegate to AI' }).click();
  const delegating = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await delegating.getByRole('radio', { name: /^Answer/ }).check();
  await delegating.getByRole('button', { name: 'Delegate', exact: true }).click();
  const list = page.getByRole('main');
  await expect(list).toContainText('With a model connected, Errand would write the answer here.');
  await list.getByRole('button', { name: 'Show me an example' }).click();

  const examples = page.getByRole('dialog', { name: 'Example tasks' });
  await expect(examples.getByRole('listitem')).toHaveCount(8);
  expect(await findings(page), 'the examples').toEqual([]);
  await examples.getByRole('button', { name: 'What does clause 11 of the lease mean for me?' }).click();
  await expect(delegating.getByRole('radio', { name: /^PDF summary/ })).toBeChecked();
  await expect(delegating).toContainText('lease.pdf');
  await delegating.getByRole('button', { name: 'Delegate', exact: true }).click();

  const row = list.getByRole('listitem').filter({ hasText: 'clause 11' });
  await row.getByRole('button', { name: 'View Full Response' }).click();
  const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(answer).toContainText('Fill the drill holes.');
  await expect(answer.getByText(/demo/i).filter({ hasText: 'no AI model is connected' })).toHaveCount(1);
});

test('an example that was chosen in the form of another task has the focus once it is delegated', async ({
  page,
}) => {
  const person = { name: 'Ida Holm', email: 'focus@example.org', password: 'a rainy tuesday' };
  await enter(page, server.url, await makeAccount(server.url, person));
  await addTask(page, 'Plan the weekend');
  await page.getByRole('button', { name: 'Delegate to AI' }).press('Enter');
  const delegating = page.getByRole('dialog', { name: 'Delegate Task to AI' });
  await delegating.getByRole('button', { name: 'Show me an example' }).press('Enter');
  const title = 'What does clause 11 of the lease mean for me?';
  await page
    .getByRole('dialog', { name: 'Example tasks' })
    .getByRole('button', { name: title })
    .press('Enter');
  await expect(delegating).toContainText(title);
  await delegating.getByRole('button', { name: 'Delegate', exact: true }).press('Enter');
  await expect(delegating).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: title, exact: true })).toBeFocused();
});
