/**
 * Small pictures of large ones: what twenty transformations of 39 million pixels at once cost in memory, the picture
 * process counted in, what others wait meanwhile, and how long a thumbnail takes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { makePng } from '#tests/bombs/make-bombs.ts';
import { type Account, addTasks, signUp } from '../measure/account.ts';
import { openPlace } from '../measure/engines.ts';
import { median, memoryOf, percentile, report } from '../measure/figures.ts';
import { listMeanwhile } from '../measure/list-meanwhile.ts';

const AT_ONCE = 20;
const EDGE = 6_240;
const THUMBNAILS = 60;

/** As a photograph is for its reader: nothing repeats. */
const photo = (edge: number): Sharp =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
    limitInputPixels: false,
  });
const flat = sharp({ create: { width: EDGE, height: EDGE, channels: 4, background: '#345678' } });

const PICTURES: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['JPEG', () => photo(EDGE).jpeg({ quality: 60 }).toBuffer()],
  ['progressive JPEG', () => photo(EDGE).jpeg({ quality: 60, progressive: true }).toBuffer()],
  ['PNG', () => flat.clone().png().toBuffer()],
  ['interlaced PNG', () => flat.clone().png({ progressive: true }).toBuffer()],
  ['WebP', () => photo(EDGE).webp({ quality: 50, effort: 0 }).toBuffer()],
  ['AVIF', () => flat.clone().avif({ effort: 0 }).toBuffer()],
  ['PNG that says 14,000 by 14,000', async () => makePng(14_000, 14_000)],
];

const place = await openPlace('pglite');
const server = await place.start();
const reader = await signUp(server.url, 'reader');
const owner = await signUp(server.url, 'owner');
await addTasks(reader, 100);

/** Megabytes of the server and of every process that it has started. */
function memoryOfAll(): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return [server.pid, ...children.map(Number)].reduce((sum, pid) => sum + memoryOfLiving(pid), 0);
}

function isChild(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1').includes(`\nPPid:\t${server.pid}\n`);
  } catch {
    return false;
  }
}

function memoryOfLiving(pid: number): number {
  try {
    return memoryOf(pid) || 0;
  } catch {
    return 0;
  }
}

async function upload({ client, userId }: Account, bytes: Buffer): Promise<string> {
  const path = `${userId}/${crypto.randomUUID()}.png`;
  const { error } = await client.storage.from('task-attachments').upload(path, bytes);
  if (error) throw error;
  return path;
}

/** Asks for a picture; its status in the body where it is refused. */
async function render(path: string, query: string): Promise<string> {
  const address = `${server.url}/storage/v1/render/image/authenticated/task-attachments/${path}?${query}`;
  const answer = await fetch(address, { headers: owner.headers });
  if (answer.ok) {
    await answer.arrayBuffer();
    return 'made';
  }
  return `refused ${String(Object(await answer.json())['statusCode'])}`;
}

const list = (work: Promise<unknown>) => listMeanwhile(server.url, reader.headers, work);

await list(pause(5_000));
const alone = await list(pause(10_000));
report('a list of 100 tasks, nothing else', { 'p50 ms': median(alone), 'p99 ms': percentile(alone, 0.99) });
for (const [what, make] of PICTURES) {
  const bytes = await make();
  const path = await upload(owner, bytes);
  const before = memoryOf(server.pid);
  let peak = before;
  const watch = setInterval(() => void (peak = Math.max(peak, memoryOfAll())), 20);
  const started = performance.now();
  const asked = Promise.all(
    Array.from({ length: AT_ONCE }, (_one, at) => render(path, `width=${200 + at}&height=200`)),
  );
  const lists = await list(asked);
  clearInterval(watch);
  const outcomes = Object.entries(Object.groupBy(await asked, (outcome) => outcome));
  report(`${AT_ONCE} of a ${what} of ${(bytes.length / 1e6).toFixed(1)} MB`, {
    outcome: outcomes.map(([outcome, all]) => `${all?.length} ${outcome}`).join(' and '),
    'all after s': (performance.now() - started) / 1000,
    'memory for them MB': peak - before,
    'a list meanwhile, p50 ms': median(lists),
    'p99 ms': percentile(lists, 0.99),
  });
}

const path = await upload(owner, await photo(2_000).jpeg({ quality: 80 }).toBuffer());
for (const format of ['origin', 'webp', 'avif']) {
  const took: number[] = [];
  for (let at = 0; at < THUMBNAILS; at += 1) {
    const start = performance.now();
    await render(path, `width=${200 + at}&height=200&format=${format}`);
    took.push(performance.now() - start);
  }
  report(`a thumbnail of 2,000 by 2,000, ${format}`, {
    'p50 ms': median(took),
    'p95 ms': percentile(took, 0.95),
  });
}
await server.stop();
await place.remove();
