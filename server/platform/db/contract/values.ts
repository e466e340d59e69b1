import { describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

/** SQL type, value sent, value returned. */
const ROUND_TRIPS: readonly (readonly [type: string, sent: unknown, back: unknown])[] = [
  ['int4', 7, 7],
  ['int8', 9_007_199_254_740_991, 9_007_199_254_740_991],
  ['int8', 12n, 12],
  ['numeric', '12345678901234567890.5', '12345678901234567890.5'],
  ['float8', 0.1, 0.1],
  ['bool', false, false],
  [
    'text',
    `a 'quoted' "text" \\ with ünïcödé 🙂 and \n lines`,
    `a 'quoted' "text" \\ with ünïcödé 🙂 and \n lines`,
  ],
  ['text', '', ''],
  ['text', null, null],
  ['text', undefined, null],
  ['uuid', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000a'],
  ['timestamptz', new Date('2026-03-29T01:30:00.123Z'), new Date('2026-03-29T01:30:00.123Z')],
  ['date', '2026-03-29', '2026-03-29'],
  ['jsonb', { a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
  ['jsonb', JSON.stringify([{ a: 1 }]), [{ a: 1 }]],
  ['bytea', Buffer.from([0, 1, 255]), Buffer.from([0, 1, 255])],
  ['bytea', new Uint8Array([7, 0]), Buffer.from([7, 0])],
  [
    'text[]',
    ['plain', 'with "quotes", commas {and} \\', null, ''],
    ['plain', 'with "quotes", commas {and} \\', null, ''],
  ],
  [
    'int4[]',
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['int8[]', [1, null, 3], [1, null, 3]],
  ['numeric[]', ['1.50'], ['1.50']],
  ['jsonb[]', [{ a: 1 }], [{ a: 1 }]],
  ['bytea[]', [Buffer.from([1, 2])], [Buffer.from([1, 2])]],
  ['uuid[]', [], []],
];

export function describeValues(database: () => Database): void {
  describe('values', () => {
    it.each(ROUND_TRIPS)('%s: %o comes back as %o', async (type, sent, back) => {
      expect(await database().query(`select $1::${type} as value`, [sent])).toEqual([{ value: back }]);
    });

    it('of type json stay the text that PostgreSQL wrote, if that is asked for', async () => {
      const asked = { text: `select '{"b": 1,  "a": [null]}'::json as json, '{"a": 1}'::jsonb as jsonb` };
      const kept = { rows: [{ json: '{"b": 1,  "a": [null]}', jsonb: { a: 1 } }], count: 1 };
      expect(await database().batch([asked], { keepsJson: true })).toEqual([kept]);
      await database().transaction(async (tx) => {
        expect(await tx.batch([asked], { keepsJson: true })).toEqual([kept]);
      });
      expect(await database().query(asked.text)).toEqual([{ json: { b: 1, a: [null] }, jsonb: { a: 1 } }]);
    });

    it('that cannot be sent are rejected before anything is', async () => {
      await expect(database().query('select $1::text', [() => 1])).rejects.toThrow(
        'a function cannot be a parameter',
      );
      expect(await database().query('select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('that cannot be sent do not affect other queued requests', async () => {
      const calls = Array.from({ length: 60 }, (_, n) =>
        database().query('select $1 as n', [n === 50 ? () => n : `${n}`]),
      );
      const settled = await Promise.allSettled(calls);
      const refused = settled.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
      expect(refused).toEqual([50]);
      const work = database().transaction((tx) => tx.query('select $1', [Symbol('x')]));
      await expect(work).rejects.toThrow('a symbol cannot be a parameter');
      expect(await database().query('select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('of a megabyte are returned unchanged', async () => {
      const large = 'ä'.repeat(500_000);
      expect(await database().query('select $1::text as large', [large])).toEqual([{ large }]);
    });
  });
}
