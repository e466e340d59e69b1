import ICAL from 'ical.js';
import { afterEach, expect, it, vi } from 'vitest';
import { readDates } from '#web/lib/dates/read-dates.ts';
import { readSteps } from '../answer/read-steps.ts';
import { datedSteps } from './dated-steps.ts';
import { writeIcs } from './write-ics.ts';

const FROM = {
  taskId: '0d3a1c52-8a51-4b39-9d8a-7a3f9c1f5c11',
  title: 'Plan, the; party',
  answeredAt: new Date('2026-11-27T22:30:00Z'),
  slip: 47,
};
const step = (text: string, day = '2026-12-04', place = 0) => ({ text, day, place });

/** As another program reads it. */
const eventsOf = (file: string) =>
  ICAL.Component.fromString(file)
    .getAllSubcomponents('vevent')
    .map((event) => ({ event: new ICAL.Event(event), component: event }));

afterEach(() => vi.unstubAllEnvs());

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])(
  'a day is the same day for a device in %s and in every calendar',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const [only] = eventsOf(writeIcs([step('Book the train')], FROM));
    expect(only?.event.startDate).toMatchObject({ isDate: true, year: 2026, month: 12, day: 4 });
    expect(only?.component.getFirstProperty('dtstart')?.getParameter('tzid')).toBeUndefined();
    // Exclusive, so it lasts the one day.
    expect(only?.event.endDate.toString()).toBe('2026-12-05');
    expect(only?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    expect(only?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-27T22:30:00Z');
  },
);

it('keeps every letter, in lines that the format allows', () => {
  const text = `Ask “Jürgen”; 50 % off, 5\\n C:\\new, ${'日本語のとても長い題名👩‍👩‍👧'.repeat(12)}`;
  const file = writeIcs([step(text)], FROM);
  const [only] = eventsOf(file);
  expect(only?.event.summary).toBe(text);
  expect(only?.event.description).toBe('From the task “Plan, the; party”');
  const lines = file.split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\ufffd]/);
  }
});

it('has the same ids every time, and none twice', () => {
  const steps = [step('Pay', '2026-12-04', 0), step('Pay', '2026-12-04', 3)];
  const idsOf = (by = FROM) => eventsOf(writeIcs(steps, by)).map(({ event }) => event.uid);
  expect(new Set(idsOf()).size).toBe(2);
  const later = { ...FROM, slip: 48, answeredAt: new Date('2026-12-01T08:00:00Z') };
  expect(idsOf(later)).toEqual(idsOf());
  const [first] = eventsOf(writeIcs(steps, FROM));
  const [newer] = eventsOf(writeIcs(steps, later));
  expect(newer?.event.sequence).toBeGreaterThan(first?.event.sequence ?? 0);
});

it('has what an answer proposes for a day, counted from the day of the answer', () => {
  const answer =
    'Options:\n\n1. By train on 3 Dec\n\n## To do\n\n- [ ] Book the train on Friday\n- [ ] Pack\n- [x] Ask Ann by 4 Dec\n- [ ] Pay by 9 Dec';
  const answeredAt = new Date(2026, 10, 25, 14, 0);
  expect(datedSteps(readSteps(answer), readDates, answeredAt)).toEqual([
    { text: 'Book the train on Friday', day: '2026-11-27', place: 1 },
    { text: 'Pay by 9 Dec', day: '2026-12-09', place: 3 },
  ]);
});
