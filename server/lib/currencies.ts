/** Currency codes that a sign next to a number can mean. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'ARS', 'CLP', 'COP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₴': ['UAH'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  円: ['JPY'],
  元: ['CNY'],
  원: ['KRW'],
  руб: ['RUB'],
  'руб.': ['RUB'],
  грн: ['UAH'],
  'грн.': ['UAH'],
  TL: ['TRY'],
  US$: ['USD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  NT$: ['TWD'],
  S$: ['SGD'],
  R$: ['BRL'],
  MX$: ['MXN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns the currencies that a sign or code can mean; empty for any other text. */
export const currenciesOf = (unit: string): readonly string[] =>
  SIGNS[unit] ?? (CODES.has(unit) ? [unit] : []);
