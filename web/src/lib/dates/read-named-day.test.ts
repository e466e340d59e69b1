import { expect, it } from 'vitest';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { languageOf } from './languages.ts';
import { readerOfNamedDay } from './read-named-day.ts';

const from = new Date(2026, 10, 28, 12);

async function dayIn(language: string, text: string): Promise<string | undefined> {
  const known = await languageOf(language)?.();
  if (known === undefined) throw new Error(`no reader of ${language}`);
  const { dates } = readerOfNamedDay(known.strict)(text, from);
  // All words stay.
  for (const { start, end } of dates) expect([start, end]).toEqual([text.length, text.length]);
  return dates[0]?.day;
}

it.each([
  ['ar', 'ادفع الفاتورة قبل 24 ديسمبر'],
  ['de', 'Rechnung bis zum 24. Dezember bezahlen'],
  ['de', 'Am 24.12.2026 kündigen'],
  ['es', 'Pagar la factura el 24 de diciembre'],
  ['fr', 'Payer la facture avant le 24 décembre'],
  ['it', 'Pagare la bolletta entro il 24 dicembre'],
  ['ja', '12月24日までに支払う'],
  ['nl', 'Betaal de factuur voor 24 december'],
  ['pt', 'Pagar a fatura até 24 de dezembro'],
  ['ru', 'Оплатить счёт до 24 декабря'],
  ['uk', 'Сплатити рахунок до 24 грудня'],
  ['vi', 'Thanh toán trước ngày 24 tháng 12'],
  ['zh', '12月24日前付款'],
])('finds the day in %s: %s', async (language, text) => {
  expect(await dayIn(language, text)).toBe('2026-12-24');
});

it.each([
  ['de', 'Vertrag vom 3. Januar 2025 prüfen', 'a day that is over'],
  ['de', 'Zwischen dem 3. Januar und dem 9. Februar anrufen', 'two days'],
  ['de', 'Drei Tage vor der Abnahme anrufen', 'a day counted from another'],
  ['de', 'Um 10:30 anrufen', 'a time'],
  ['fr', 'Lire la partie 1.2', 'a number'],
  ['es', 'Llamar en diciembre', 'a month'],
])('finds no day in %s: %s (%s)', async (language, text) => {
  expect(await dayIn(language, text)).toBeUndefined();
});

it('counts a day without a year from when the text was written', async () => {
  const { strict } = (await languageOf('de')?.()) ?? {};
  const written = new Date(2025, 11, 30, 12);
  expect(strict && readerOfNamedDay(strict)('Am 3. Januar anrufen', written).dates[0]?.day).toBe(
    '2026-01-03',
  );
});

it('knows a part of the languages of answers, and says of the others that it does not', () => {
  const known = LANGUAGE_CODES.filter((code) => languageOf(code) !== undefined);
  expect(known).toEqual(['de', 'fr', 'it', 'es', 'pt', 'nl', 'zh', 'ar', 'ru', 'ja', 'vi', 'uk']);
  expect(languageOf('tlh')).toBeUndefined();
});
