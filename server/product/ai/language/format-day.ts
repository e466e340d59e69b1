/** Formats a day or month (`2026-11-20`, `2026-11`) in the language; returns any other text unchanged. */
export function formatDay(text: string, language: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  if (Number.isNaN(date.getTime())) return text;
  // As on the receipt beside it, which is in the English of the page.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    year: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    ...(day !== undefined && { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(date);
}
