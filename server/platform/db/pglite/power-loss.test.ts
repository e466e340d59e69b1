import { cpSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { type DiskEntry, readRecord } from '#tests/engines/disks/disk-record.ts';
import { type KeptNames, type KeptWrites, LossyDisk } from '#tests/engines/disks/lossy-disk.ts';
import { copyTemplate, type DatabasePlace } from '#tests/engines/pglite-template.ts';
import { findDamage, ROWS_SCHEMA, writeRows } from '#tests/programs/rows.ts';
import { openPglite } from './open-pglite.ts';

const script = new URL('../../../../tests/programs/recording-worker.ts', import.meta.url);
/** Each kind of loss once; set POWER_CUTS for more. */
const ROUNDS = Number(process.env['POWER_CUTS'] ?? 6);
const ROWS = 1_500;

let template: DatabasePlace;
/** The folder before recording started; fully flushed. */
let start: string;
let record: string;
let image: string;
/** Acknowledged rows, with the length of the record at that time. */
const acknowledged: { readonly id: number; readonly by: number }[] = [];
/** Recorded disk operations, with the offset where each entry ends. */
let entries: readonly { readonly entry: DiskEntry; readonly end: number }[] = [];

beforeAll(async () => {
  template = await copyTemplate();
  const folder = template.place;
  const before = await openPglite({ folder, log: silentLog });
  await before.exec(ROWS_SCHEMA);
  await before.close();
  start = path.join(path.dirname(folder), 'start');
  image = path.join(path.dirname(folder), 'image');
  record = `${folder}.record`;
  cpSync(folder, start, { recursive: true });

  const database = await openPglite({ folder, log: silentLog, script });
  const stop = new AbortController();
  const onAcknowledged = (id: number) => acknowledged.push({ id, by: statSync(record).size });
  const writing = writeRows(database, 0, onAcknowledged, stop.signal);
  for (let part = 1; part <= 3; part += 1) {
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan((ROWS / 3) * part), 60_000);
    await database.exec('select pg_switch_wal()'); // switches to the next WAL segment, which is a new name
    await sleep(50);
  }
  stop.abort();
  await writing;
  await database.close();
  entries = [...readRecord(record)];
});
afterAll(() => template.remove());

/** Deterministic pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Cut {
  readonly names: KeptNames;
  readonly writes: KeptWrites;
  readonly at: number;
  readonly random: () => number;
  readonly lies?: boolean;
}

/** Simulates a power cut, restarts on the surviving data, and returns what is damaged. */
async function damageOf({ at, lies, ...cut }: Cut): Promise<string[]> {
  const disk = new LossyDisk(start, { lies });
  for (const { entry, end } of entries) {
    if (end > at) break;
    disk.take(entry);
  }
  disk.cutTo(image, cut);
  const database = await openPglite({ folder: image, log: silentLog });
  try {
    const expected = new Set(acknowledged.filter(({ by }) => by <= at).map(({ id }) => id));
    const damage = await findDamage(database, expected);
    const torn = await database.query("select id from written where body <> repeat('x', 200)");
    for (const { id } of torn) damage.push(`row ${String(id)} is torn`);
    await database.exec('vacuum written');
    return damage;
  } finally {
    await database.close();
  }
}

const pick = (list: readonly number[], random: () => number): number =>
  list[Math.floor(random() * list.length)] ?? 0;

const NAMES: readonly KeptNames[] = ['all', 'flushed', 'of flushed folders'];
const WRITES: readonly KeptWrites[] = ['none', 'any sectors'];

it.each(
  Array.from({ length: ROUNDS }, (_, round) => ({
    names: NAMES[round % 3] ?? 'all',
    writes: WRITES[Math.floor(round / 3) % 2] ?? 'none',
    seed: Math.floor(Math.random() * 2 ** 31),
  })),
)(
  'a power cut that keeps names: $names, unflushed writes: $writes (seed $seed) takes nothing that was acknowledged',
  async ({ names, writes, seed }) => {
    const random = randomFrom(seed);
    const flushes = entries.filter(({ entry }) => entry.act === 'flush');
    const moments = [
      entries.map(({ end }) => end),
      flushes.map(({ end }) => end),
      acknowledged.map(({ by }) => by),
    ];
    const at = pick(moments[Math.floor(random() * moments.length)] ?? [], random);
    expect(await damageOf({ names, writes, random, at })).toEqual([]);
  },
);

it('a disk that ignores flushes is detected', async () => {
  const at = acknowledged.at(-1)?.by ?? 0;
  const damage = await damageOf({ names: 'flushed', writes: 'none', random: Math.random, at, lies: true });
  expect(damage.length).toBeGreaterThan(ROWS);
});
