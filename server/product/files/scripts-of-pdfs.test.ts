import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPdf } from './child/read-pdf.ts';

/** One page with a sentence in each script, set in Noto's fonts and printed by each program. */
const SENTENCES = [
  'The rent of the flat is 640 euros a month.',
  'Арендная плата составляет 640 евро в месяц.',
  'Το ενοίκιο είναι 640 ευρώ τον μήνα.',
  'يبلغ إيجار الشقة 640 يورو في الشهر.',
  'שכר הדירה הוא 640 אירו לחודש.',
  'ค่าเช่าห้องอยู่ที่ 640 ยูโรต่อเดือน',
];
/** LibreOffice replaces some syllables by their text, beside which a space is too narrow to tell; and sets digits off in Chinese. */
const CLOSE_SET = [
  'फ्लैट का किराया 640 यूरो प्रति माह है।',
  'வீட்டின் வாடகை மாதம் 640 யூரோ ஆகும்.',
  '这套公寓的租金是每月640欧元。',
];

const read = async (maker: string): Promise<string> => {
  const file = new URL(`../../../tests/fixtures/office/scripts-${maker}.pdf`, import.meta.url);
  const { pages, garbled } = await readPdf(readFileSync(file));
  expect(garbled).toEqual([]);
  return pages.join('\n');
};

it('reads each sentence in nine scripts that Chromium printed', async () => {
  const text = await read('chromium');
  for (const sentence of [...SENTENCES, ...CLOSE_SET]) expect(text.split('\n')).toContain(sentence);
});

it('reads each letter in nine scripts that LibreOffice exported', async () => {
  const lines = (await read('libreoffice')).split('\n');
  for (const sentence of SENTENCES) expect(lines).toContain(sentence);
  const bare = (line: string): string => line.replaceAll(' ', '');
  for (const sentence of CLOSE_SET) expect(lines.map(bare)).toContain(bare(sentence));
});
