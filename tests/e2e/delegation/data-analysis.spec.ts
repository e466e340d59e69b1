import { readFile } from 'node:fs/promises';
import { readZip } from '#tests/fixtures/read-zip.ts';
import { findings } from '../world/axe-findings.ts';
import { savedText } from '../world/saved-text.ts';
import { addRows, expect, isTooWide, PHONE, row, test } from '../world/site.ts';

const TITLE = 'Where does the household money go?';

/** German spelling, a row that is broken, a name that is a formula, and a sum as the last row. */
const HOUSEHOLD = [
  'Datum;Posten;Betrag',
  '05.12.2025;Miete;1.200,50 €',
  '06.01.2026;=HYPERLINK("http://collector.example");300,00 €',
  '07.02.2026;Miete;99,50 €;?;?',
  '08.02.2026;Miete;1.200,50 €',
  ';Summe;2.701,00 €',
].join('\n');

test('a table becomes a report with figures that were computed, and files to take along', async ({
  page,
  person,
}) => {
  await addRows(person, [TITLE]);
  await row(page, TITLE).getByRole('button', { name: 'Delegate to AI' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: /^Data analysis/ }).check();
  await form.getByRole('button', { name: 'Delegate' }).click();
  await expect(form.getByRole('alert')).toHaveText(
    'Error: Data analysis requires data files to analyze. Please attach CSV files, images, or PDFs containing your data.',
  );
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'browse' }).click();
  const buffer = Buffer.from(HOUSEHOLD);
  await (await chooser).setFiles([{ name: 'household.csv', mimeType: 'text/csv', buffer }]);
  await form.getByRole('button', { name: 'Delegate' }).click();

  await page.getByRole('button', { name: 'View Full Response' }).click();
  const response = page.getByRole('dialog', { name: 'AI Assistant Response' });
  await expect(response.getByRole('heading', { name: 'Miete is the largest part' })).toBeVisible();
  await expect(
    response.getByText('Miete comes to 2,401 of 2,701 in all, over 2 of the entries.'),
  ).toBeVisible();
  // The model has typed a number of its own.
  await expect(response.getByRole('article').getByText('not verified', { exact: true })).toHaveCount(1);
  await expect(response.getByText(/^1 row has more cells than there are columns/)).toBeVisible();
  await expect(response.getByText(/^The last row \(“Summe”\) is the sum of the others/)).toBeVisible();

  const chart = response.getByRole('figure').filter({ hasText: 'betrag by posten' });
  await expect(chart.getByRole('img', { name: /^Bar chart. Miete: €2,401; / })).toBeVisible();
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('row', { name: 'Miete 2,401 2' })).toBeVisible();
  const computed = response.getByRole('group').filter({ hasText: 'How this was calculated' });
  await expect(computed.getByText('sum(betrag)').first()).toBeVisible();

  const receipt = response.getByRole('complementary', { name: 'Receipt' });
  await expect(receipt.getByText('Ran 3 queries on 3 rows')).toBeVisible();
  await expect(receipt.getByText('2 rows set aside')).toBeVisible();
  await expect(receipt.getByText(/^From the file household\.csv: its columns/)).toBeVisible();
  await expect(receipt.getByText(/4711/)).toBeVisible();

  const saveAs = async (format: string): Promise<void> => {
    await chart.getByRole('button', { name: /^Download chart/ }).click();
    await page.getByRole('menuitem', { name: format }).click();
  };
  const csv = await savedText(page, () => saveAs('CSV (.csv)'));
  expect(csv).toBe(
    '\ufeffname,total,entries\r\nMiete,2401,2\r\n"\'=HYPERLINK(""http://collector.example"")",300,1\r\n',
  );
  const workbook = await savedText(page, () => saveAs('Excel (.xlsx)'));
  expect(workbook).toMatch(/^PK.*xl\/worksheets\/sheet1\.xml/s);
  const drawn = await savedText(page, () => saveAs('Vector image (.svg)'));
  expect(drawn).toMatch(/^<svg .*<title>betrag by posten<\/title><desc>Bar chart. Miete: €2,401; /);
  expect(drawn).not.toMatch(/var\(|foreignObject|script/);
  expect(await savedText(page, () => saveAs('Image (.png)'))).toMatch(/^.PNG/);

  // Another kind and other columns cost no credit, and stay on this device.
  const change = chart.getByRole('button', { name: /^Change chart/ });
  await change.press('Enter');
  // Names have no order that a line could follow.
  await expect(chart.getByLabel('Show as').getByRole('option', { name: 'Line chart' })).toHaveCount(0);
  await chart.getByLabel('Values').selectOption('entries');
  await expect(chart.getByText('entries by name')).toBeVisible();
  await page.reload();
  await expect(chart.getByRole('img', { name: /^Bar chart. Miete: 2; / })).toBeVisible();
  await change.press('Enter');
  await chart.getByLabel('Values').selectOption('total');
  await expect(chart.getByText('entries by name')).toBeHidden();
  const months = response.getByRole('figure').filter({ hasText: 'betrag by month' });
  await months.getByRole('button', { name: /^Change chart/ }).press('Enter');
  await months.getByLabel('Time steps').selectOption('Totals by quarter');
  const quarters = /^Line chart. 2025-Q4: €1,200.5; 2026-Q1: €1,500.5/;
  await expect(months.getByRole('img', { name: quarters })).toBeVisible();
  const text = await savedText(page, () =>
    response.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(text).toMatch(/^Miete +2401 +2$/m);
  expect(text).not.toContain('[figure');
  const saving = page.waitForEvent('download');
  await response.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitem', { name: 'Word (.docx)' }).click();
  const parts = readZip(await readFile(await (await saving).path()));
  const document = parts.get('word/document.xml')?.toString();
  expect(document).toMatch(/>betrag by posten<.*descr="Bar chart. Miete: €2,401; .*<w:tbl>/s);
  expect(document).not.toContain('[figure');
  const [drawnPart = ''] = [...parts.keys()].filter((name) => name.startsWith('word/media/'));
  expect(parts.get(drawnPart)?.subarray(1, 4).toString()).toBe('PNG');

  expect(await findings(page)).toEqual([]);

  await page.setViewportSize(PHONE.viewport);
  await expect(response.getByRole('heading', { name: 'How this was calculated' })).toBeVisible();
  expect(await isTooWide(page)).toBe(false);
});
