import type { Cell } from '#domain/analysis.ts';
import { formatDay } from '../../evidence/format-day.ts';

/** More than ten times the whole is hardly meant as a share: 63.2 is 63.2 % already, and not 6,320 %. */
const MOST_SHARE = 10;

/** What a style has to know of a cell. */
export interface CellUnits {
  /** It is a percentage already. */
  readonly isPercentage: boolean;
  /** The currencies of the tables; none: they name none. */
  readonly currencies: ReadonlySet<string>;
}

/**
 * `currency:EUR`, `round:1`, …: how a cell is shown. Null where it cannot be, or where the style gives it another unit
 * than the tables do.
 */
export function formatValue(
  value: Cell,
  styles: readonly string[],
  language: string,
  { isPercentage, currencies }: CellUnits,
): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return styles.length === 0 ? formatDay(value, language) : null;
  const options: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };
  let shown = value;
  for (const style of styles) {
    const [name = '', argument = ''] = style.split(':');
    switch (name) {
      case 'currency':
        if (!/^[A-Z]{3}$/.test(argument) || isPercentage) return null;
        if (currencies.size > 0 && !currencies.has(argument)) return null;
        Object.assign(options, { style: 'currency', currency: argument }, Number.isInteger(value) && WHOLE);
        break;
      case 'percent':
        if (!isPercentage && Math.abs(value) > MOST_SHARE) return null;
        Object.assign(options, isPercentage ? PERCENTAGE : { style: 'percent', maximumFractionDigits: 1 });
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
  return new Intl.NumberFormat(language, options).format(shown);
}

const PERCENTAGE = { style: 'unit', unit: 'percent', maximumFractionDigits: 2 } as const;
const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 } as const;
