import { describe, expect, it } from 'vitest';
import { readHours, readTimeOfDay, timesIn } from './read-time.ts';

describe('a time of day', () => {
  it.each([
    ['7:30', '07:30', 7.5],
    ['9:05 AM', '09:05', 9 + 5 / 60],
    ['12:30 PM', '12:30', 12.5],
    ['12:05 am', '00:05', 5 / 60],
    ['1:15:30 p.m.', '13:15:30', 13 + 15 / 60 + 30 / 3600],
    ['9:05\u202fPM', '21:05', 21 + 5 / 60],
    ['9:05 a. m.', '09:05', 9 + 5 / 60],
    ['9:05PM', '21:05', 21 + 5 / 60],
  ])('%s is %s', (cell, time, hours) => {
    expect(readTimeOfDay(cell)).toBe(time);
    expect(readHours(cell)).toBeCloseTo(hours);
    expect(readHours(time)).toBeCloseTo(hours);
  });

  it.each(['25:00', '13:05 AM', '9:05 XM', '9:65 AM', '9:05 A'])('%s is none', (cell) => {
    expect(readTimeOfDay(cell)).toBeNull();
  });

  it('is no length if it says which half of the day it is in', () => {
    const are = (...cells: string[]) => timesIn(cells, (count) => count === cells.length);
    expect(are('0:05:10 AM', '0:06:00 AM')).toBe('times');
    expect(are('0:05:10', '0:06:00')).toBe('lengths');
    expect(are('9:05 AM', '13:30')).toBe('times');
  });
});
