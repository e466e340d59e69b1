import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextMidnight, SHOWN_GROUPS, toDatedWhen, toDays, toLocalDay, toShownGroup, toWhen } from './days.ts';
import { TASK_TIMEFRAMES } from './task.ts';

// 23 November 2026 is a Monday.
const [MON, WED, THU, FRI, SAT, SUN, NEXT_MON, NEXT_SAT, NEXT_SUN, LATER] = [
  '2026-11-23',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
  '2026-11-30',
  '2026-12-05',
  '2026-12-06',
  '2026-12-07',
] as const;

const inZone = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

describe('the local day', () => {
  it('begins at midnight in the time zone of the device', () => {
    const moment = new Date('2026-11-25T23:30:00Z');
    const days = ['Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'America/Los_Angeles', 'Pacific/Niue'].map(
      (zone) => {
        inZone(zone);
        return toLocalDay(moment);
      },
    );
    expect(days).toEqual([THU, THU, WED, WED, WED]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:00', 23],
    ['Europe/Berlin', '2026-10-25T00:00', 25],
    ['America/New_York', '2026-03-08T00:00', 23],
    ['Australia/Lord_Howe', '2026-04-05T00:00', 24.5],
    ['Asia/Tokyo', '2026-10-25T00:00', 24],
  ])('ends at the next midnight where the clocks change: %s %s', (zone, local, hours) => {
    inZone(zone);
    const start = new Date(local);
    const end = nextMidnight(start);
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours);
    expect(toLocalDay(new Date(end.getTime() - 1))).toBe(toLocalDay(start));
    expect(toLocalDay(end)).toBe(toDays(toLocalDay(start)).tomorrow);
  });

  it('ends even where midnight is skipped', () => {
    inZone('Africa/Cairo');
    const end = nextMidnight(new Date('2026-04-23T12:00'));
    expect(toLocalDay(end)).toBe('2026-04-24');
    expect(toLocalDay(new Date(end.getTime() - 1))).toBe('2026-04-23');
  });
});

describe('a group', () => {
  const day = fc
    .integer({ min: 0, max: 800 })
    .map((count) => new Date(Date.UTC(2026, 0, 1 + count)).toISOString().slice(0, 10));
  const when = fc.oneof(
    fc
      .tuple(fc.constantFrom(...TASK_TIMEFRAMES), day)
      .map(([timeframe, on]) => toWhen(timeframe, toDays(on))),
    fc.tuple(day, day).map(([due, on]) => toDatedWhen(due, toDays(on))),
  );
  const placeOn = (task: Parameters<typeof toShownGroup>[0], on: string) =>
    SHOWN_GROUPS.indexOf(toShownGroup(task, toDays(on)));

  it('is never a later one on a later day, whatever day a device takes it for', () => {
    fc.assert(
      fc.property(when, day, (task, on) => {
        // The device's own clock, a clock a day fast, and a zone where it is tomorrow already.
        const { yesterday, tomorrow } = toDays(on);
        const places = [yesterday, on, tomorrow].map((shownOn) => placeOn(task, shownOn));
        expect(places.toSorted((a, b) => b - a)).toEqual(places);
      }),
    );
  });

  it('changes at midnight only, in nights of 23 and 25 hours too', () => {
    const night = fc.constantFrom(
      ['Europe/Berlin', '2026-03-28'],
      ['Europe/Berlin', '2026-10-24'],
      ['America/New_York', '2026-03-07'],
      ['America/New_York', '2026-10-31'],
      ['America/Havana', '2026-10-31'],
      ['Africa/Cairo', '2026-04-23'],
      ['Australia/Lord_Howe', '2026-04-04'],
    );
    fc.assert(
      fc.property(
        night,
        fc.constantFrom(...TASK_TIMEFRAMES),
        fc.integer({ min: 0, max: 2879 }),
        ([zone, eve], timeframe, minutes) => {
          inZone(zone);
          const moment = new Date(new Date(`${eve}T00:00`).getTime() + minutes * 60_000);
          const midnight = nextMidnight(moment);
          const task = toWhen(timeframe, toDays(toLocalDay(moment)));
          const groupAt = (time: number) => toShownGroup(task, toDays(toLocalDay(new Date(time))));
          expect(midnight.getTime()).toBeGreaterThan(moment.getTime());
          expect(groupAt(midnight.getTime() - 1)).toBe(timeframe);
          expect(groupAt(midnight.getTime())).toBe(
            shown(toLocalDay(moment), timeframe, toDays(toLocalDay(moment)).tomorrow),
          );
        },
      ),
    );
  });
});

const shown = (chosenOn: string, timeframe: (typeof TASK_TIMEFRAMES)[number], day: string) =>
  toShownGroup(toWhen(timeframe, toDays(chosenOn)), toDays(day));

describe('a chosen timeframe', () => {
  it.each([MON, WED, FRI, SAT, SUN])('is shown under its word on the day of choosing: %s', (day) => {
    expect(TASK_TIMEFRAMES.map((timeframe) => shown(day, timeframe, day))).toEqual(TASK_TIMEFRAMES);
  });

  it('comes nearer at each midnight, and is left from before after its day', () => {
    expect([WED, THU, FRI].map((day) => shown(WED, 'today', day))).toEqual(['today', 'before', 'before']);
    expect([WED, THU, FRI].map((day) => shown(WED, 'tomorrow', day))).toEqual([
      'tomorrow',
      'today',
      'before',
    ]);
    expect([WED, LATER].map((day) => shown(WED, 'future', day))).toEqual(['future', 'future']);
  });

  it('"Next Weekend" waits until Saturday and lasts until Sunday', () => {
    expect([WED, THU, FRI, SAT, SUN, NEXT_MON].map((day) => shown(WED, 'next_weekend', day))).toEqual([
      'next_weekend',
      'next_weekend',
      'next_weekend',
      'today',
      'today',
      'before',
    ]);
  });

  it.each([SAT, SUN])('"Next Weekend" chosen on %s means the coming one', (chosenOn) => {
    expect([NEXT_MON, NEXT_SAT, NEXT_SUN, LATER].map((day) => shown(chosenOn, 'next_weekend', day))).toEqual([
      'next_weekend',
      'today',
      'today',
      'before',
    ]);
  });

  it('stays in the list on a device whose clock or time zone is a day off', () => {
    expect(TASK_TIMEFRAMES.map((timeframe) => shown(THU, timeframe, WED))).toEqual([
      'tomorrow',
      'next_weekend',
      'next_weekend',
      'future',
    ]);
    expect(TASK_TIMEFRAMES.map((timeframe) => shown(WED, timeframe, THU))).toEqual([
      'before',
      'today',
      'next_weekend',
      'future',
    ]);
  });

  it('without a day is shown under its word', () => {
    for (const timeframe of TASK_TIMEFRAMES)
      expect(toShownGroup({ timeframe, due_on: null, is_dated: false }, toDays(WED))).toBe(timeframe);
  });
});

describe('a named day', () => {
  const when = (day: string) => toDatedWhen(day, toDays(WED));

  it.each([
    [WED, 'today'],
    [THU, 'tomorrow'],
    [FRI, 'next_weekend'],
    [SAT, 'next_weekend'],
    [SUN, 'next_weekend'],
    [NEXT_MON, 'future'],
  ])('%s gets the first word that does not end before it', (day, timeframe) => {
    expect(when(day)).toEqual({ timeframe, due_on: day, is_dated: true });
    expect(toShownGroup(when(day), toDays(WED))).toBe(timeframe);
  });

  it('moves from group to group as it comes nearer', () => {
    const days = [WED, SUN, NEXT_SAT, NEXT_SUN, LATER];
    expect(days.map((day) => toShownGroup(when(NEXT_SUN), toDays(day)))).toEqual([
      'future',
      'next_weekend',
      'tomorrow',
      'today',
      'before',
    ]);
  });

  it('is over at midnight, on a Saturday too', () => {
    expect([FRI, SAT, SUN].map((day) => toShownGroup(when(SAT), toDays(day)))).toEqual([
      'tomorrow',
      'today',
      'before',
    ]);
  });
});
