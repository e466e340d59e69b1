import { describe, expect, it } from 'vitest';
import { secondsBetween, toFullMoment, toMoment } from './moments.ts';

const now = new Date(2026, 10, 20, 0, 10);

describe('moments', () => {
  it('are relative to the calendar day', () => {
    expect(toMoment(new Date(2026, 10, 20, 0, 5), now)).toBe('00:05');
    expect(toMoment(new Date(2026, 10, 19, 23, 55), now)).toBe('yesterday 23:55');
    expect(toMoment(new Date(2026, 10, 3, 18, 2), now)).toBe('3\u00a0Nov 18:02');
    expect(toMoment(new Date(2025, 10, 3, 18, 2), now)).toBe('3\u00a0Nov\u00a02025 18:02');
  });

  it('are shown in full on a receipt', () => {
    expect(toFullMoment(new Date(2026, 10, 20, 9, 14))).toBe('Fri\u00a020\u00a0Nov\u00a02026, 09:14');
  });

  it("are subtracted by the server's clock", () => {
    expect(secondsBetween('2026-11-20T10:00:00+00:00', '2026-11-20T10:01:48.5+00:00')).toBe(108.5);
    expect(secondsBetween('2026-11-20T10:00:00+00:00', null)).toBeUndefined();
  });
});
