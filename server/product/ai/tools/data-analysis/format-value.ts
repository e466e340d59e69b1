import type { Cell } from '#domain/analysis.ts';
import { formatDay } from '../../evidence/format-day.ts';

/** `currency:EUR`, `round:1`, …: how a cell is shown. Null where it cannot be. */
export function formatValue(value: Cell, styles: readonly string[], language: string): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return styles.length === 0 ? formatDay(value, language) : null;
  const options: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };
  let shown = value;
  for (const style of styles) {
    const [name = '', argument = ''] = style.split(':');
    switch (name) {
      case 'currency':
        if (!/^[A-Z]{3}$/.test(argument)) return null;
        Object.assign(options, { style: 'currency', currency: argument }, Number.isInteger(value) && WHOLE);
        break;
      case 'percent':
        Object.assign(options, { style: 'percent', maximumFractionDigits: 1 });
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

const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 } as const;
