import { LANGUAGE } from '#web/texts/locale.ts';
/** Formats amounts in units of a currency, without ".00". */
export function moneyFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
}
