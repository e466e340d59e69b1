import { randomBytes } from 'node:crypto';
import { ATTACHMENT_BUCKET } from '#domain/attachments.ts';
import { addTask } from '#tests/acceptance/person.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { findings } from '../world/axe-findings.ts';
import { expect, type Page, type Person, PHONE, press, row, test } from '../world/site.ts';

const TITLE = 'What does the lease say?';
/** Of two lines, of which the first ends within a word. */
const NOTICE = ['The notice period is three months to the end of a quar-', 'ter.'];
const CATS = 'The tenant may keep two cats and a small dog without asking.';
const LEASE = makePdf([
  CATS,
  'An empty page, but for this one line.',
  `Of the end.\n${NOTICE.join('\n')}\nThe last line.`,
]);

/** Hands the lease over through the official client: what is looked at here begins with the answer. */
async function openAnswer(page: Page, person: Person) {
  const path = `${person.id}/${randomBytes(18).toString('base64url')}.pdf`;
  const upload = (bytes: Buffer) =>
    person.client.storage
      .from(ATTACHMENT_BUCKET)
      .upload(path, bytes, { contentType: 'application/pdf', upsert: true, metadata: { name: 'lease.pdf' } });
  expect((await upload(LEASE)).error).toBeNull();
  const { error } = await person.client.functions.invoke('delegate', {
    body: { task_id: await addTask(person, TITLE), ai_task_type: 'doc_summary', attachments: [path] },
  });
  expect(error).toBeNull();
  await row(page, TITLE).getByRole('button', { name: 'View Full Response' }).click({ timeout: 60_000 });
  const answer = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(answer.getByRole('button', { name: 'p. 3' })).toBeVisible();
  return { answer, path, upload };
}

for (const [colorScheme, device] of [
  ['light', {}],
  ['dark', PHONE],
] as const)
  test.describe(`${colorScheme}, ${device === PHONE ? 'phone' : 'desktop'}`, () => {
    test.use({ ...device, contextOptions: { colorScheme, reducedMotion: 'reduce' } });

    test('a citation opens the page with the quoted words marked, and gets the focus back', async ({
      page,
      person,
    }) => {
      const { answer } = await openAnswer(page, person);
      const citation = answer.getByRole('article').getByRole('button', { name: 'p. 3' });
      await press(citation);
      const panel = answer.getByRole('region', { name: 'From lease.pdf' });
      const shown = panel.getByRole('region', { name: 'Page 3' });
      await expect(shown.locator('mark')).toHaveText([
        'The notice period is three months to the end of a quar',
        'ter',
      ]);
      await expect(shown.locator('mark').first()).toBeInViewport();
      await expect(shown).toBeFocused();
      await expect(panel.getByText('3 of 3')).toBeVisible();
      await expect(answer.getByRole('article')).toBeVisible({ visible: device !== PHONE });
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(citation).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(answer).toBeHidden();
    });
  });

test('pages are turned and enlarged by keys and buttons, and the file can be saved', async ({
  page,
  person,
}) => {
  const { answer } = await openAnswer(page, person);
  await answer.getByRole('button', { name: 'p. 3' }).click();
  const panel = answer.getByRole('region', { name: 'From lease.pdf' });
  const tools = panel.getByRole('toolbar', { name: 'Page and zoom' });
  await expect(panel.getByText('The last line.')).toBeVisible();
  await page.keyboard.press('PageUp');
  await expect(panel.getByRole('region', { name: 'Page 2' }).locator('mark')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(panel.getByText('1 of 3')).toBeVisible();
  await expect(tools.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await expect(panel.locator('mark')).toHaveText([CATS.replace(/\.$/, '')]);
  await page.keyboard.press('PageDown');
  await expect(panel.getByText('2 of 3')).toBeVisible();
  await tools.getByRole('button', { name: 'Next page' }).click();
  await expect(panel.getByText('3 of 3')).toBeVisible();

  const canvas = panel.locator('canvas');
  const width = async () => Math.round((await canvas.boundingBox())?.width ?? 0);
  await expect(panel.getByText('The last line.')).toBeVisible();
  const fit = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBe(Math.floor(fit * 1.25));
  await tools.getByRole('button', { name: 'Zoom out' }).click();
  await tools.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBe(Math.floor(fit * 0.75));
  await tools.getByRole('button', { name: 'Fit width' }).click();
  await expect.poll(width).toBe(fit);

  const saved = page.waitForEvent('download');
  await tools.getByRole('button', { name: 'Download lease.pdf' }).click();
  expect((await saved).suggestedFilename()).toBe('lease.pdf');

  await panel.getByRole('button', { name: 'Back to the answer' }).click();
  await expect(panel).toBeHidden();
  await answer.getByRole('group').filter({ hasText: 'p. 1' }).getByText('p. 1').click();
  await answer.getByRole('button', { name: 'Open the page' }).press('Enter');
  await expect(panel.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(answer.getByRole('button', { name: 'Open the page' })).toBeFocused();
});

test('a file that was replaced, deleted or can’t be shown says so, and the quoted passages stay', async ({
  page,
  person,
}) => {
  const { answer, path, upload } = await openAnswer(page, person);
  const panel = answer.getByRole('region', { name: 'From lease.pdf' });
  const open = async (line: string) => {
    await answer.getByRole('article').getByRole('button', { name: 'p. 3' }).click();
    await expect(panel.getByText(line)).toBeVisible();
  };
  const put = async (bytes: Buffer) => expect((await upload(bytes)).error).toBeNull();
  const kept = panel.getByRole('blockquote').getByText('The notice period is three months');

  await page.route('**/storage/v1/object/sign/task-attachments/**', (route) => route.abort());
  await open('Couldn’t open the file. Check your connection and try again.');
  await expect(kept).toBeVisible();
  await page.unrouteAll();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.locator('mark')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await put(makePdf(['Another lease, of one page.']));
  await open('This file has been replaced since the answer was written. Its pages may differ.');
  await expect(
    panel.getByText('Couldn’t find the quoted words on this page, so nothing is marked.'),
  ).toBeVisible();
  await expect(panel.getByText('1 of 1')).toBeVisible();
  await page.keyboard.press('Escape');

  await put(makePdf([CATS, CATS, await makeScan('The notice period is three months.')]));
  await open('This page is an image, so the quoted words can’t be marked.');
  await page.keyboard.press('Escape');

  await put(makePdf([CATS], { locked: true }));
  await open('This file is password-protected, so it can’t be shown here.');
  await expect(kept).toBeVisible();
  await page.keyboard.press('Escape');

  await put(Buffer.from('no PDF at all'));
  await open('This file is damaged, so it can’t be shown.');
  await page.keyboard.press('Escape');

  expect((await person.client.storage.from(ATTACHMENT_BUCKET).remove([path])).error).toBeNull();
  await open('This file has been deleted.');
  await expect(kept).toBeVisible();
});
