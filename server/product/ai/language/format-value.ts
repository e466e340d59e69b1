import type { Cell } from '#domain/analysis/analysis.ts';
import { currenciesOf } from '#server/lib/currencies.ts';
import { formatDay } from './format-day.ts';

/** Upper limit of a fraction that is shown as a share: 63.2 means 63.2 %, not 6,320 %. */
const MOST_SHARE = 10;

/** Properties of a cell that a style depends on. */
export interface CellUnits {
  /** Unit of its column; empty: none is declared. */
  readonly unit: string;
  /** Without a unit, whether it may be a fraction from 0 to 1: its query multiplies nothing by a hundred. */
  readonly mayBeShare: boolean;
  /** Currencies found in the tables. */
  readonly currencies: ReadonlySet<string>;
}

/**
 * Formats a cell by a style such as `currency:EUR` or `round:1`. Null if it can't, or if the style contradicts the unit
 * of the column.
 */
export function formatValue(
  value: Cell,
  styles: readonly string[],
  language: string,
  { unit, mayBeShare, currencies }: CellUnits,
): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return styles.length === 0 ? formatDay(value, language) : null;
  const options: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };
  let shown = value;
  let behind = '';
  for (const style of styles) {
    const [name = '', argument = ''] = style.split(':');
    switch (name) {
      case 'currency':
        if (!/^[A-Z]{3}$/.test(argument) || !mayBe(argument, unit, currencies)) return null;
        Object.assign(options, { style: 'currency', currency: argument }, Number.isInteger(value) && WHOLE);
        break;
      case 'percent':
        if (unit !== '%' && (unit !== '' || !mayBeShare || Math.abs(value) > MOST_SHARE)) return null;
        Object.assign(options, unit === '%' ? PERCENTAGE : { style: 'percent', maximumFractionDigits: 1 });
        break;
      case 'unit':
        if (unit === '%') Object.assign(options, PERCENTAGE);
        else if (unit !== '') behind = `\u00a0${unit}`;
        break;
      case 'round':
        if (!/^[0-6]$/.test(argument)) return null;
        Object.assign(options, { minimumFractionDigits: 0, maximumFractionDigits: Number(argument) });
        break;
      case 'plain':
        options.useGrouping = false;
        break;
      case 'abs':
        shown = Math.abs(shown);
        break;
      default:
        return null;
    }
  }
  return `${new Intl.NumberFormat(language, options).format(shown)}${behind}`;
}

/** Whether a currency is that of the column; without one, whether the tables name it or name none. */
function mayBe(code: string, unit: string, currencies: ReadonlySet<string>): boolean {
  return unit === '' ? currencies.size === 0 || currencies.has(code) : currenciesOf(unit).includes(code);
}

const PERCENTAGE = { style: 'unit', unit: 'percent', maximumFractionDigits: 2 } as const;
const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 } as const;
