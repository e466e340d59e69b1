/** A list of 100 tasks over HTTP as a signed-in user, 10 connections, load generator on the same two cores. */
import autocannon from 'autocannon';
import { addTasks, signUp } from '../measure/account.ts';
import { ENGINES, openPlace } from '../measure/engines.ts';
import { memoryOf, report } from '../measure/figures.ts';

const SECONDS = 10;
const PATH = '/rest/v1/tasks?select=*&order=created_at.desc&limit=100';

interface Load {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Of a whole answer. */
  readonly kilobytes: number;
}

async function load(url: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Load> {
  const result = await autocannon({
    url: url + PATH,
    connections: 10,
    duration: seconds,
    headers: { ...headers },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were no success, ${result.errors} had no answer`);
  }
  const { requests, latency, throughput } = result;
  return {
    rate: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    kilobytes: throughput.total / requests.total / 1000,
  };
}

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const server = await place.start();
  const few = await signUp(server.url, 'few');
  const many = await signUp(server.url, 'many');
  await addTasks(few, 100);
  await addTasks(many, 1000);
  await load(server.url, few.headers, 5);

  const hundred = await load(server.url, few.headers, SECONDS);
  const thousand = await load(server.url, many.headers, SECONDS);
  report(`list of 100 tasks, ${engine}`, {
    'requests/s': hundred.rate,
    'p50 ms': hundred.p50,
    'p99 ms': hundred.p99,
  });
  report(`100 of 1,000 tasks, ${engine}`, {
    'requests/s': thousand.rate,
    'p99 ms': thousand.p99,
    'times the cost': hundred.rate / thousand.rate,
    'memory MB': memoryOf(server.pid),
  });
  for (const encoding of ['br', 'zstd', 'gzip']) {
    const encoded = await load(server.url, { ...few.headers, 'accept-encoding': encoding }, SECONDS);
    report(`100 tasks as ${encoding}, ${engine}`, {
      'times smaller': hundred.kilobytes / encoded.kilobytes,
      kB: encoded.kilobytes,
      'requests/s': encoded.rate,
      'p99 ms': encoded.p99,
    });
  }
  await server.stop();
  await place.remove();
}
