import { expect, it, vi } from 'vitest';
import { dueDay } from './due-day.ts';

it('shows a day, and its year only if that is another', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const now = new Date('2026-11-25T12:00:00Z');
  expect(dueDay('2026-11-27', now)).toBe('Fri 27 Nov'.replaceAll(' ', '\u00a0'));
  expect(dueDay('2027-01-01', now)).toBe('Fri 1 Jan 2027'.replaceAll(' ', '\u00a0'));
  vi.unstubAllEnvs();
});
