/** What a sign beside a number can stand for. */
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

/** Codes of the currencies that a sign or a code beside a number can mean; none for any other text. */
export const currenciesOf = (unit: string): readonly string[] =>
  SIGNS[unit] ?? (CODES.has(unit) ? [unit] : []);
