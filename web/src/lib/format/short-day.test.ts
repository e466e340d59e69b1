import { describe, expect, it } from 'vitest';
import { shortDay } from './short-day.ts';

const now = new Date(2026, 10, 20, 0, 30);
const on = (...date: [number, number, number, number]) => new Date(...date).toISOString();

describe('a day of the past', () => {
  it('goes by the calendar, not by hours', () => {
    expect(shortDay(on(2026, 10, 20, 0), now)).toBe('Today');
    expect(shortDay(on(2026, 10, 19, 23), now)).toBe('Thu');
  });

  it('is a weekday within the last week, then a date, then a month', () => {
    expect(shortDay(on(2026, 10, 14, 12), now)).toBe('Sat');
    expect(shortDay(on(2026, 10, 13, 12), now)).toBe('13\u00a0Nov');
    expect(shortDay(on(2025, 10, 13, 12), now)).toBe('Nov\u00a02025');
  });

  it('is today for unconfirmed tasks, and for a clock that is ahead', () => {
    expect(shortDay(null, now)).toBe('Today');
    expect(shortDay(on(2026, 10, 20, 5), now)).toBe('Today');
  });
});
