/**
 * Imported into a server that is measured (`--import`): how much its main thread computes at one go, in processor time,
 * which other processes on the machine don't lengthen. On SIGUSR2 it writes what it has seen, and begins again.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks: a piece of work is at most this much shorter than what is told. */
const EVERY = 2;
/** Shorter ones are lists and timers, by the thousand. */
const LEAST = 10;

const place = process.env['LOOP_PROBE'];
if (isMainThread && place !== undefined) {
  let pieces: number[] = [];
  const now = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let before = now();
  setInterval(() => {
    const after = now();
    if (after - before >= LEAST) pieces.push(after - before);
    before = after;
  }, EVERY).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(place, JSON.stringify(pieces));
    pieces = [];
  });
}
