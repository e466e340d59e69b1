import sharp from 'sharp';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { savedText } from '../world/saved-text.ts';
import { addRows, expect, isTooWide, openForm, type Page, PHONE, row, test } from '../world/site.ts';

/**
 * As the browser does it when a file is on the clipboard, or is let go over the page. In text, because the tests know no
 * DOM.
 */
function give(
  page: Page,
  how: 'paste' | 'drop',
  file: { name: string; type: string; bytes: Buffer },
): Promise<unknown> {
  const { name, type, bytes } = file;
  const event =
    how === 'paste'
      ? `new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })`
      : `new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })`;
  return page.evaluate(`
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([content], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    document.dispatchEvent(${event});
  `);
}

test('a picture is made as it was asked for, shown, and saved under the name of its task', async ({
  page,
  person,
}) => {
  const title = 'A poster for the party';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Create image/);
  await expect(dialog.getByLabel('Answer in')).toBeHidden();
  await expect(dialog.getByRole('radio', { name: 'Original' })).toBeHidden();
  await expect(dialog.getByLabel('Compression')).toBeHidden();
  await dialog.getByLabel('Describe the image').fill('Lanterns over a long table');
  await dialog.getByRole('radio', { name: '16:9' }).check();
  await dialog.getByRole('radio', { name: 'JPEG' }).check();
  await expect(dialog.getByRole('radio', { name: 'Transparent' })).toBeHidden();
  await expect(dialog.getByLabel('Compression')).toHaveValue('50');
  await dialog.getByRole('button', { name: 'Delegate' }).click();

  const onTheWay = page.getByRole('figure', { name: 'The image so far' });
  await expect(onTheWay.locator('img')).toHaveJSProperty('naturalWidth', 320);
  await expect(page.getByText('AI has completed your task!')).toBeVisible();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  const picture = response.getByRole('img', { name: `Image for: ${title}` });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('naturalWidth', 1792);
  await expect(onTheWay).toBeHidden();
  await expect(response.getByText(/Checked the file: 1,?792 × 1,?024 pixels, JPEG/)).toBeVisible();
  const receipt = response.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('Your words: “Lanterns over a long table”')).toBeVisible();
  await expect(receipt.getByText(/^The brief, and nothing else from the task: “/)).toBeVisible();

  const saving = page.waitForEvent('download');
  await response.getByRole('button', { name: 'Download' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^a-poster-for-the-party-\d{8}-\d{4}\.jpg$/);
  const saved = await sharp(await download.path()).metadata();
  expect(saved).toMatchObject({ format: 'jpeg', width: 1792, height: 1024 });
  await response.getByRole('button', { name: 'Try again' }).click();
  await expect(response.getByLabel('Describe the image')).toHaveValue(/A short, fixed answer/);
});

test('an edit needs an image, takes one by paste, gives the credit of a refusal back, and tries again with the same file @phone', async ({
  page,
  person,
}) => {
  const title = 'Make the hallway warmer';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Edit image/);
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Error: Image editing requires an image attachment. Please attach an image to edit.',
  );
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  const bytes = await makePicture({ width: 600, height: 400 });
  await give(page, 'paste', { name: 'hallway.png', type: 'image/png', bytes: bytes });
  await expect(dialog.getByRole('button', { name: 'Remove hallway.png' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delegate' }).click();

  await expect(page.getByText(/Failed to process task with AI\. OpenAI API Error: /)).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
  const toast = page.locator('.toast').filter({ hasText: 'OpenAI API Error: ' });
  await expect(toast).toContainText('Your credit was refunded.');
  await toast.getByRole('button', { name: 'Try again for 1 credit' }).click();
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await response.getByLabel('Before and after').fill('50');
  await expect(response.getByRole('img', { name: `Original for: ${title}` })).toBeVisible();
});

test('files that do not fit are told at once, and what was sent goes when the form is left @phone', async ({
  page,
  person,
}) => {
  const title = 'Crop the photo';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Edit image/);
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'browse' }).click();
    await (await chooser).setFiles([{ name, mimeType, buffer }]);
  };
  await choose('terms.pdf', 'application/pdf', Buffer.from('%PDF-1.7'));
  await expect(dialog.getByRole('alert')).toContainText('Image editing requires an image attachment');
  await choose('large.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1));
  await expect(dialog.getByRole('alert')).toHaveText('File size exceeds the maximum limit of 10MB');
  await expect(dialog.getByRole('listitem')).toHaveCount(0);

  // What only pretends to be a picture is found out by the server, before a credit is taken.
  await choose('pretends.png', 'image/png', Buffer.from('not a picture'));
  await expect(dialog.getByRole('alert')).toContainText('Image editing requires an image attachment');
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();

  const removal = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/task-attachments'),
  );
  await page.keyboard.press('Escape');
  expect((await (await removal).json()).length).toBe(1);
});

test('reasoning reads the attached PDF, and shows its assumptions, steps, check and confidence', async ({
  page,
  person,
}) => {
  const title = 'Train or car to Berlin';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Reasoning/);
  await expect(dialog.getByText(/Excel, CSV, PDF, Word/)).toBeVisible();
  const bytes = makePdf(['The train is 89 euros, the car 120 euros of fuel and tolls.', '']);
  await give(page, 'drop', { name: 'fares.pdf', type: 'application/pdf', bytes });
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(response.getByText('fares.pdf has 2 pages, and these have no text: 2.')).toBeVisible();
  for (const name of ['Assumptions', 'Steps', 'Check', 'Confidence']) {
    await expect(response.getByRole('heading', { name })).toBeVisible();
  }
  const said = await savedText(page, () =>
    response.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  for (const name of ['Assumptions', 'Steps', 'Check', 'Confidence']) expect(said).toContain(name);

  // An open answer would be open again after the reload.
  await page.keyboard.press('Escape');
  await expect(response).toBeHidden();
  // In compact rows an answer is a number in its task's line.
  await person.client
    .from('user_settings')
    .update({ compact_rows: true })
    .eq('user_id', person.id)
    .throwOnError();
  await page.reload();
  await page.getByRole('button', { name: /^View Full Response: Reasoning, No\.\s0001$/ }).click();
  await expect(response).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await isTooWide(page)).toBe(false);
});

test('a PDF is summarised by page; a locked one is refused before a credit is taken @phone', async ({
  page,
  person,
}) => {
  const title = 'What does the lease say?';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^PDF summary/);
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'browse' }).click();
    await (await chooser).setFiles([{ name: 'lease.pdf', mimeType: 'application/pdf', buffer }]);
  };
  await choose(makePdf(['x'.repeat(60)], { locked: true }));
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Error processing file: “lease.pdf” is password-protected. Save a copy without the password and attach that.',
  );
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();

  const notice = 'The notice period is 3 months to the end of a quarter.';
  const bytes = makePdf(['The monthly rent is 1240 euros, heating not included.', '', notice]);
  await give(page, 'drop', { name: 'lease.pdf', type: 'application/pdf', bytes });
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(response.getByText('Not read, of 3 pages: 2.')).toBeVisible();
  await response.getByRole('group').filter({ hasText: 'p. 3' }).getByText('p. 3').click();
  await expect(response.locator('mark', { hasText: notice })).toBeVisible();
  // The model has written another rent than the page says.
  await expect(response.getByText('not verified', { exact: true })).toHaveCount(1);
  await expect(response.getByRole('button', { name: 'p. 1' })).toBeHidden();

  const text = await savedText(page, () =>
    response.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(text).toMatch(/^What does the lease say\?\nNo\. 0001\. Made by .*\n\nNot read, of 3 pages: 2\./);
  expect(text).toContain('(not verified)');
  expect(text).toContain(`[3] lease.pdf, p. 3\n    ${notice}`);
});

test('an answer, a receipt and a stop that fail say so, and can be had again', async ({
  page,
  person,
  openAs,
}) => {
  const title = 'Words for the card';
  await addRows(person, [title]);
  const dialog = await openForm(page, title, /^Answer/);
  await page.route('**/functions/v1/delegate', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to start AI processing');
  await page.unroute('**/functions/v1/delegate');
  await dialog.getByRole('button', { name: 'Delegate' }).click();

  await page.route('**/functions/v1/cancel-run', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Couldn’t stop it. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'View Full Response' })).toBeVisible();

  const reader = await openAs(person, {}, '/404');
  // Once it is joined everything is read again, with no press.
  await reader.routeWebSocket(/realtime/, () => {});
  const answers = '**/rest/v1/ai_responses?*';
  const records = /rest\/v1\/ai_runs\?.*ai_run_events/;
  await reader.route(answers, (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
  await reader.route(records, (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
  await reader.goto('/dashboard');
  await reader.getByRole('button', { name: 'View Full Response' }).click();
  const response = reader.getByRole('dialog', { name: 'AI Assistant Response' });
  const lost = (words: string) => response.getByRole('alert').filter({ hasText: words });
  await expect(lost('Couldn’t load the answer')).toBeVisible();
  await expect(lost('Couldn’t load the receipt')).toBeVisible();
  await reader.unroute(answers);
  await lost('the answer').getByRole('button', { name: 'Try again' }).click();
  await expect(response.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(response.getByRole('button', { name: 'Follow up' })).toBeHidden();
  await reader.unroute(records);
  await lost('the receipt').getByRole('button', { name: 'Try again' }).click();
  await expect(response.getByRole('button', { name: 'Follow up' })).toBeVisible();
  await expect(response.getByRole('alert')).toHaveCount(0);
});

test('each tool says which files it takes, and a form or a file that does not arrive is told @phone', async ({
  page,
  person,
}) => {
  const title = 'What does the lease say?';
  await addRows(person, [title]);
  const code = /\/delegate-dialog[^/]*\.js/;
  await page.route(code, (route) => route.abort());
  await page.reload();
  await row(page, title).getByRole('button', { name: 'Delegate to AI' }).click();
  await expect(page.getByText('Couldn’t load this part of the app')).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload the page' }).click();

  const dialog = await openForm(page, title, /^PDF summary/);
  const says = (words: string) => expect(dialog.getByRole('alert')).toHaveText(words);
  const choose = async (name: string, mimeType: string, buffer = Buffer.from('day,sum\n1,2\n')) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'browse' }).click();
    await (await chooser).setFiles([{ name, mimeType, buffer }]);
  };
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await says('Error: PDF Summary/Analysis requires a PDF file. Please attach a PDF document.');
  await choose('notes.zip', 'application/zip');
  await says('Error: Only PDF files are supported for this feature. Please upload a PDF document.');
  // Its name says nothing that a tool knows, so it was uploaded to be looked at.
  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Remove notes.zip' }).click();
  expect(await (await removal).json()).toHaveLength(1);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await choose('hall.png', 'image/png');
  await says('Error: Only PDF files are supported for this feature. Please upload a PDF document.');
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await dialog.getByRole('radio', { name: /^Data analysis/ }).check();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await says(
    'Error: Data analysis requires data files to analyze. Please attach CSV files, images, or PDFs containing your data.',
  );
  await choose('notes.txt', 'text/plain');
  await says('Unsupported file type. Please use CSV for data analysis, or images/PDFs for visual data.');
  await choose('song.mp3', 'audio/mpeg', Buffer.from('ID3\x04\0\0\0\0\0\0'));
  await says('Unsupported file type. Please use CSV for data analysis, or images/PDFs for visual data.');
  await dialog.getByRole('button', { name: 'Remove song.mp3' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await page.route('**/storage/v1/object/**', (route) => route.abort());
  await choose('days.csv', 'text/csv');
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  await says('Error uploading file');
  expect(await isTooWide(page)).toBe(false);
  await expect(page.getByText('15 credits left', { exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('each tool is heard with what it does, the chosen one shows it, and no field has the focus', async ({
    page,
    person,
  }) => {
    await addRows(person, ['Draw the hall']);
    await row(page, 'Draw the hall').getByRole('button', { name: 'Delegate to AI' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Delegate Task to AI' });
    await expect(dialog).toBeFocused();
    const reasoning = dialog.getByRole('radio', { name: 'Reasoning Weighs options, shows each step' });
    const says = dialog.getByText('Weighs options, shows each step');
    const height = async () => (await says.boundingBox())?.height ?? 0;
    await expect(reasoning).toBeVisible();
    expect(await height()).toBeLessThan(2);
    await reasoning.check();
    expect(await height()).toBeGreaterThan(12);
    await dialog.getByRole('radio', { name: /^Edit image/ }).check();
    await expect(dialog.getByRole('group', { name: /^Image to edit required, up to 10 MB/ })).toBeVisible();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await isTooWide(page)).toBe(false);
    }
  });
});
