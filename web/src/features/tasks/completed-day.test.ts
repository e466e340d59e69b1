import { describe, expect, it } from 'vitest';
import { completedDay } from './completed-day.ts';

const now = new Date(2026, 10, 20, 0, 30);
const on = (...date: [number, number, number, number]) => new Date(...date).toISOString();

describe('the day a task was completed', () => {
  it('is told by the calendar, not by hours', () => {
    expect(completedDay(on(2026, 10, 20, 0), now)).toBe('Today');
    expect(completedDay(on(2026, 10, 19, 23), now)).toBe('Thu');
  });

  it('is a weekday within the last week, then a date, then a month', () => {
    expect(completedDay(on(2026, 10, 14, 12), now)).toBe('Sat');
    expect(completedDay(on(2026, 10, 13, 12), now)).toBe('13\u00a0Nov');
    expect(completedDay(on(2025, 10, 13, 12), now)).toBe('Nov\u00a02025');
  });

  it('is today for one that the server has not confirmed, and for a clock that is ahead', () => {
    expect(completedDay(null, now)).toBe('Today');
    expect(completedDay(on(2026, 10, 20, 5), now)).toBe('Today');
  });
});
