import { describe, expect, it } from 'vitest';
import { readHours, readTimeOfDay, timesIn } from './read-time.ts';

const are = (...cells: string[]) => timesIn(cells, (count) => count === cells.length);

describe('a length of time', () => {
  it.each([
    ['-1:30', -1.5],
    ['−0:45', -0.75],
    ['+0:45', 0.75],
    ['-1h 20m', -80 / 60],
    ['-PT1H30M', -1.5],
    ['-12:00:36', -12.01],
  ])('%s is %s hours', (cell, hours) => {
    expect(readHours(cell)).toBeCloseTo(hours);
    expect(readTimeOfDay(cell)).toBeNull();
  });

  it('has a sign, which no time of day has', () => {
    expect(are('1:30', '-0:45', '8:00')).toBe('lengths');
    expect(are('+1:30', '+0:45')).toBe('lengths');
    expect(are('-1h 20m', '1h')).toBe('lengths');
  });

  it.each(['-', '--1:30', '- 1:30', '-1:75', '1:30-', '9:00-17:00', '-1', 'x-1:30', '-9:05 PM'])(
    'is not %s',
    (cell) => {
      expect(readHours(cell)).toBeNull();
      expect(are(cell, cell)).toBeNull();
    },
  );

  it.each([
    ['times of day', ['1:30', '13:45', '8:00'], 'times'],
    ['times of halves of the day, one of them with a dash', ['9:05 AM', '-9:05 PM'], null],
    ['scores', ['1:30', '2:14', '0:33'], 'times'],
    ['scores of which one is no time', ['1:130', '2:14'], null],
    ['numbers with a sign', ['-1', '+2', '-3.5'], null],
    ['metres', ['-5 m', '-7 m'], null],
  ] as const)('is none of %s', (_what, cells, what) => {
    expect(are(...cells)).toBe(what);
  });
});

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
    expect(are('0:05:10 AM', '0:06:00 AM')).toBe('times');
    expect(are('0:05:10', '0:06:00')).toBe('lengths');
    expect(are('9:05 AM', '13:30')).toBe('times');
  });
});
