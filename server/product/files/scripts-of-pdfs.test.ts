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
  'फ्लैट का किराया 640 यूरो प्रति माह है।',
  'வீட்டின் வாடகை மாதம் 640 யூரோ ஆகும்.',
  '这套公寓的租金是每月640欧元。',
];

/** Written before anybody had seen how they are read: eleven scripts in letters that LibreOffice exported. */
const LETTERS = [
  'कृपया 15 तारीख से पहले किराया और पानी के 250 रुपये जमा करें।',
  'स्थिति की रिपोर्ट निदेशक को लिखित में भेजिए।',
  'நீங்கள் கடந்த மாதம் 3 முறை தாமதமாக வந்தீர்கள்.',
  'கோடை விடுமுறையில் பேருந்து சேவை இல்லை என்று கூறினார்கள்.',
  'বাড়ির ভাড়া প্রতি মাসে 5000 টাকা এবং বিদ্যুৎ আলাদা।',
  'ఇంటి అద్దె నెలకు 9000 రూపాయలు మాత్రమే.',
  'ಮನೆಯ ಬಾಡಿಗೆ ತಿಂಗಳಿಗೆ 7000 ರೂಪಾಯಿ.',
  'ค่าน้ำเดือนนี้ 320 บาท และค่าไฟ 1,450 บาท',
  'يجب دفع الفاتورة رقم 4521 قبل نهاية الشهر.',
  'יש לשלם את החשבון מספר 4521 לפני סוף החודש.',
  '房租为每月3500元，水费另计，押金2个月。',
  '请在2026年5月1日之前联系Anna或拨打123456。',
  'Договор № 17 от 3 мая 2026 г. вступает в силу сразу.',
];

const read = async (name: string): Promise<string> => {
  const file = new URL(`../../../tests/fixtures/${name}.pdf`, import.meta.url);
  const { pages, garbled } = await readPdf(readFileSync(file));
  expect(garbled).toEqual([]);
  return pages.join('\n');
};

// LibreOffice replaces some syllables by their text, without a space beside them, and sets digits off in Chinese.
it.each(['office/scripts-chromium', 'office/scripts-libreoffice', 'typeset/scripts-luatex'])(
  'reads each sentence in nine scripts (%s)',
  async (file) => {
    const lines = (await read(file)).split('\n');
    for (const sentence of SENTENCES) expect(lines).toContain(sentence);
  },
);

it('puts vowels behind their consonants that XeTeX names where they are seen', async () => {
  const file = new URL('../../../tests/fixtures/typeset/scripts-xetex.pdf', import.meta.url);
  const { pages, garbled } = await readPdf(readFileSync(file));
  const [page = ''] = pages;
  for (const sentence of SENTENCES) expect(page.split('\n')).toContain(sentence);
  // Other signs of such a file may have a wrong letter: that is told all the same.
  expect(garbled).toEqual([1]);
});

it('reads the spaces of other sentences', async () => {
  const lines = (await read('office/letters-libreoffice')).split('\n');
  for (const sentence of LETTERS) expect(lines).toContain(sentence);
  // A syllable whose ink ends long before its place does.
  expect(lines).toContain('വീടിന്റെ വാടക മാസം 8000 രൂ പയാണ്.');
});
