import { expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

const publishedAs = (date: string): string | null =>
  readHtml(`<html><head><meta name="date" content="${date}"></head><body><p>Tyres.</p></body></html>`).date;

it.each([
  '2026-11-20T00:00:00+02:00',
  '2026-11-20T23:30:00-08:00',
  '2026-11-20',
  '20 Nov 2026',
  'Fri, 20 Nov 2026 00:30:00 GMT',
  'November 20, 2026',
  '20.11.2026',
  '20 novembre 2026',
])('the date of %s is the one that the page states', (date) => {
  expect(publishedAs(date)).toBe('2026-11-20');
});

it.each(['03/04/2026', '2026', 'yesterday', '31.02.2026'])('%s has no date', (date) => {
  expect(publishedAs(date)).toBeNull();
});
