import { z } from 'zod';
import type { QueryOutcome } from '../../../../files/table-facts.ts';
import type { Join } from './planned-join.ts';

/** Of the rows of each side, how many have a row on the other; of the keys that are on both, how many have several. */
export interface JoinCounts {
  readonly left: SideCounts;
  readonly right: SideCounts;
}

interface SideCounts {
  readonly matched: number;
  /** Keys with several rows, and one of them. */
  readonly repeated: number;
  readonly example: string | number | null;
}

/** A query that counts what belongs together. Empty keys belong to nothing. */
export function countingSql({ left, right }: Join): string {
  const names = left.keys.map((_key, at) => `k${at + 1}`);
  const side = ({ table, keys }: Join['left']): string => {
    const columns = keys.map((key, at) => `${key} as k${at + 1}`).join(', ');
    const there = names.map((name) => `${name} is not null`).join(' and ');
    return `select ${names.join(', ')}, count(*) as several from (select ${columns} from "${table.name}") where ${there} group by ${names.join(', ')}`;
  };
  const on = names.map((name) => `a.${name} = b.${name}`).join(' and ');
  const repeated = (one: 'a' | 'b'): string =>
    `sum(${one}.several > 1), max(case when ${one}.several > 1 then ${one}.k1 end)`;
  return `with a as (${side(left)}), b as (${side(right)}) select total(a.several), ${repeated('a')}, total(b.several), ${repeated('b')} from a join b on ${on}`;
}

const cell = z.union([z.string(), z.number(), z.null()]);
const count = z.union([z.number(), z.null().transform(() => 0)]);
const counted = z.tuple([count, count, cell, count, count, cell]);

/** Returns the counts, or why they couldn't be made. */
export function toCounts(outcome: QueryOutcome | undefined): JoinCounts | string {
  if (outcome === undefined) return 'it was not counted';
  if (!outcome.ok) return outcome.says;
  const row = counted.safeParse(outcome.rows[0]).data;
  if (row === undefined) return 'it was not counted';
  const [left, leftSeveral, leftExample, right, rightSeveral, rightExample] = row;
  return {
    left: { matched: left, repeated: leftSeveral, example: leftExample },
    right: { matched: right, repeated: rightSeveral, example: rightExample },
  };
}
