import { currenciesOf } from '#server/lib/currencies.ts';

/** `%`, or the codes of all currencies that a sign or word can mean. */
export type Unit = ReadonlySet<string>;

const SHARE: Unit = new Set(['%']);

const SHARES =
  /^(?:[%％٪]|per ?cent|pct|prozent|pour ?cent|por ?cien|por ?cento|per ?cento|procent|processo|процент|відсотк|yüzde|phần trăm|persen|प्रतिशत|टक्के|শতাংশ|パーセント|퍼센트|بالمئة|بالمائة|في المئة|في المائة|درصد|فیصد|เปอร์เซ็นต์|ร้อยละ|prosent|százalék|τοις εκατό|la sută)/iu;

/** Stems of currency names. */
const MONEY: readonly (readonly [name: RegExp, codes: readonly string[]])[] = [
  [/^(?:euro|eur[aoóy]|евро|євро|ευρώ|يورو|یورو|यूरो|ইউরো|ユーロ|欧元|歐元|유로|ยูโร|evro)/iu, ['EUR']],
  [
    /^(?:(?:us-?|u\.s\. )?(?:dollar|dólar|dolar|dollár|доллар|долар|دولار|دلار|ڈالر|डॉलर|ডলার|ドル|달러|ดอลลาร์)|美元|đô la|đôla)/iu,
    currenciesOf('$'),
  ],
  [
    /^(?:pounds?(?! of)|pfund|sterlin|libras? est|фунт(?:ов|ів|а|и)? (?:ст|ст\.)|ポンド|英镑|파운드)/iu,
    ['GBP'],
  ],
  [/^(?:yen(?!\p{L})|円|日元|엔|иен|йен)/iu, ['JPY']],
  [/^(?:yuan|renminbi|人民币|元(?!\p{L})|юан|위안)/iu, ['CNY']],
  [/^(?:swiss franc|franken|schweizer franken|franchi|francs? suisse|франк)/iu, ['CHF', 'XAF', 'XOF']],
  [
    /^(?:rupee|rupie|roupie|rupia(?!h)|рупи|रुपये|रुपए|रुपया|টাকা|روپے|روپیہ|ரூபாய்|రూపాయ|રૂપિયા|ਰੁਪਏ)/iu,
    ['INR', 'PKR', 'BDT', 'IDR'],
  ],
  [/^(?:rupiah)/iu, ['IDR']],
  [/^(?:rubel|rouble|ruble|rublo|rubl|рубл)/iu, ['RUB']],
  [/^(?:złot|zlot)/iu, ['PLN']],
  [/^(?:kron[aeo]|kronor|kroner|крон|korun|coroa|corona|couronne)/iu, ['SEK', 'NOK', 'DKK', 'ISK', 'CZK']],
  [/^(?:forint)/iu, ['HUF']],
  [/^(?:hryvn|griwna|гривен|гривн)/iu, ['UAH']],
  [/^(?:won(?!\p{L})|원|вон(?!\p{L}))/iu, ['KRW']],
  [/^(?:baht|บาท|бат(?!\p{L}))/iu, ['THB']],
  [/^(?:đồng|dong(?!\p{L}))/iu, ['VND']],
];

/** Signs and codes, adjacent to a number. */
const SIGN = String.raw`(?:(?:US|A|C|R|HK|NZ|S|CA|AU)\$|\p{Sc}|zł|Kč|Ft|kr|CHF|Rs\.?|[A-Z]{3})(?![\p{L}])`;
const SIGN_AFTER = new RegExp(`^${SIGN}`, 'u');
const SIGN_BEFORE = new RegExp(
  String.raw`(?<![\p{L}])(${SIGN.replace('(?![\\p{L}])', '')})[ \u00a0\u202f]?$`,
  'u',
);
const SHARE_BEFORE = /(?:[%٪]|百分之|yüzde[ \u00a0]|ร้อยละ ?)$/iu;

/** `d'` or `of` between a number and its unit. */
const BETWEEN = /^[ \u00a0\u202f-]?(?:(?:de|di|of|van|des) |d['’])?/iu;

/** Unit of the number in a range of the text. */
export function unitBeside(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): Unit | null {
  const before = text.slice(Math.max(0, from - 10), from);
  return unitAfter(countedBehind(text, to)) ?? unitBefore(before);
}

/** Text after a number that ends at `to`, where its unit is. */
export const countedBehind = (text: string, to: number): string =>
  text.slice(to, to + 40).replace(BETWEEN, '');

function unitAfter(after: string): Unit | null {
  if (SHARES.test(after)) return SHARE;
  return moneyNamed(after) ?? moneyOf(SIGN_AFTER.exec(after)?.[0]);
}

/** Sign, code or share before a number. */
export function unitBefore(before: string): Unit | null {
  if (SHARE_BEFORE.test(before)) return SHARE;
  return moneyOf(SIGN_BEFORE.exec(before)?.[1]);
}

const moneyNamed = (text: string): Unit | null => {
  const found = MONEY.find(([name]) => name.test(text));
  return found ? new Set(found[1]) : null;
};

/** `US$` and `R$` stand for one country's currency. */
const OWN: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  R$: 'BRL',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
  Rs: 'INR',
  'Rs.': 'INR',
};

function moneyOf(sign: string | undefined): Unit | null {
  if (sign === undefined) return null;
  const codes = currenciesOf(OWN[sign] ?? sign);
  return codes.length > 0 ? new Set(codes) : null;
}

export const isSameUnit = (one: Unit, other: Unit): boolean => [...one].some((each) => other.has(each));

/** All units that a text names, for table headers and lists that state one once. */
export function unitsIn(text: string): Unit {
  const pieces = text.matchAll(/[%％٪]|\p{Sc}|\p{L}[\p{L}\p{M}]*(?:[ -]\p{L}+)?/gu);
  return new Set([...pieces].flatMap(([piece]) => [...(unitAfter(piece) ?? [])]));
}
