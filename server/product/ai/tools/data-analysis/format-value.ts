import type { Cell } from '#domain/analysis.ts';

/** `currency:EUR`, `round:1`, …: how a cell is shown. Null where it cannot be. */
export function formatValue(value: Cell, styles: readonly string[], language: string): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return styles.length === 0 ? formatText(value, language) : null;
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

/** A day or a month as it is written in the language; any other text as it is. */
function formatText(text: string, language: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    ...(day !== undefined && { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(date);
}
