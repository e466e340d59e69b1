import { afterEach, expect, it, vi } from 'vitest';
import {
  type CollectedMetric,
  type OtlpSimulator,
  type Reading,
  startOtlpSimulator,
} from '#simulators/otlp/start-otlp-simulator.ts';
import { WATCHED_STATE } from '#tests/fixtures/watched-state.ts';
import type { FigureSettings } from '../../config/read-collector.ts';
import { createLog } from '../../lib/log.ts';
import { openMetrics } from './metrics.ts';
import { openFigureSender } from './send-figures.ts';

const TOKEN = 'a-token-that-nobody-will-ever-guess';
const SENDER = { service: 'errand-north', instance: 'a:3000', protocol: 'http/json' } as const;
/** Milliseconds: as good as never, and at once. */
const [NEVER, SOON] = [3_600_000, 25];

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function opened({ interval = NEVER, ...changes }: Partial<FigureSettings> = {}) {
  const collector = await startOtlpSimulator();
  const lines: { message: string; text?: string; details?: unknown }[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line)));
  const url = `${collector.url}/v1/metrics`;
  const settings = { ...SENDER, url, interval, timeout: interval, ...changes };
  const metrics = await openMetrics({ token: TOKEN, collector: settings }, log);
  const room = metrics?.room;
  if (!room) throw new Error('there are no metrics');
  metrics.watch(WATCHED_STATE);
  closing.push(
    () => metrics.stop(100),
    () => collector.close(),
  );
  const headers = { authorization: `Bearer ${TOKEN}` };
  const shown = async () => {
    const request = new Request('http://localhost/metrics', { headers });
    const answer = await room.handle(request, { ip: '203.0.113.7', requestId: 'test' });
    return (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  };
  const messages = () => lines.map(({ message }) => message);
  return { metrics, collector, shown, lines, messages };
}

/** As Prometheus writes it: …/compatibility/prometheus_and_openmetrics/#otlp-metric-points-to-prometheus */
function linesOf(metric: CollectedMetric): string[] {
  const { name } = metric;
  const line = (to: string, labels: readonly string[], value: number) =>
    `${to}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}`;
  const labelsOf = (point: Point) =>
    point.attributes.map(({ key, value }) => `${key}="${Object.values(value)[0]}"`);
  if (!('histogram' in metric)) {
    const { dataPoints } = 'sum' in metric ? metric.sum : metric.gauge;
    return dataPoints.map((point) => line(name, labelsOf(point), point.asDouble));
  }
  return metric.histogram.dataPoints.flatMap((point) => {
    const labels = labelsOf(point);
    let below = 0;
    const buckets = point.bucketCounts.map((count, at) => {
      below += count;
      return line(`${name}_bucket`, [`le="${point.explicitBounds[at] ?? '+Inf'}"`, ...labels], below);
    });
    return [...buckets, line(`${name}_sum`, labels, point.sum), line(`${name}_count`, labels, point.count)];
  });
}

type Point = { readonly attributes: readonly { readonly key: string; readonly value: object }[] };

const last = (collector: OtlpSimulator): Reading => {
  const reading = collector.readings.at(-1);
  if (!reading) throw new Error(`nothing came: ${collector.refusals.join()}`);
  return reading;
};

const ours = (lines: readonly string[]) => lines.filter((line) => line.startsWith('errand_')).toSorted();
/** Without values, which change from moment to moment; without those that may come and go with them. */
const others = (lines: readonly string[]) =>
  lines
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .filter(
      (line) =>
        !/^(?:errand_|nodejs_gc_|nodejs_active_|nodejs_eventloop_lag_(?:mean|stddev))|_summary/.test(line),
    )
    .toSorted();

it.each([
  ['http/json', 'application/json'],
  ['http/protobuf', 'application/x-protobuf'],
] as const)('are those of /metrics, name, label and value, as %s', async (protocol, type) => {
  const { metrics, collector, shown, messages } = await opened({ protocol });
  metrics.countRequest({ room: '/rest/v1', status: 200, seconds: 0.02 });
  metrics.countRequest({ room: '/rest/v1', status: 500, seconds: 45 });
  metrics.countRequest({ room: '/auth/v1', status: 200, seconds: 0.0001 });
  metrics.timeWork('transaction', 0.003);
  metrics.product.runEnded({ tool: 'answer', ending: 'failed', code: 'busy' });
  metrics.product.runEnded({ tool: 'answer', ending: 'succeeded' });
  metrics.product.creditMoved('debited');
  metrics.product.callBegun('m');
  const usage = { promptTokens: 90, completionTokens: 20, cost: null };
  metrics.product.callAnswered({ model: 'm', usage, usd: 0.5 });
  const expected = await shown();
  await metrics.stop(2_000);
  const sent = last(collector).metrics.flatMap(linesOf);
  expect(ours(sent)).toEqual(ours(expected));
  expect(others(sent)).toEqual(others(expected));
  expect(ours(sent)).toContain('errand_job_queue_age_seconds{queue="run"} 2.5');
  expect([messages(), collector.refusals, [...collector.types]]).toEqual([[], [], [type]]);
});

it('say which process they come from', async () => {
  const { metrics, collector } = await opened();
  await metrics.stop(2_000);
  expect(last(collector).sender).toEqual({ 'service.name': 'errand-north', 'service.instance.id': 'a:3000' });
});

it('come again and again, counted from the start of the process', async () => {
  const { metrics, collector } = await opened({ interval: SOON });
  const pointsOf = () =>
    collector.readings.flatMap((reading) => {
      const runs = reading.metrics.find(({ name }) => name === 'errand_runs_total');
      return runs && 'sum' in runs ? runs.sum.dataPoints : [];
    });
  for (const total of [1, 2]) {
    metrics.product.runEnded({ tool: 'answer', ending: 'succeeded' });
    await vi.waitFor(() => expect(pointsOf().at(-1)?.asDouble).toBe(total));
  }
  const starts = new Set(pointsOf().map(({ startTimeUnixNano }) => startTimeUnixNano));
  expect([...starts].map((start) => Number(BigInt(start) / 1_000_000n))).toEqual([
    Math.floor(performance.timeOrigin),
  ]);
});

const LOST = "couldn't send figures to the collector";

it.each([
  ['refuses them', { status: 400 }],
  ['finds them too large', { status: 413 }],
  ['has too much to do', { status: 429, headers: { 'Retry-After': '3600' } }],
])('say once that a collector %s, and that it takes them again', async (_what, answer) => {
  const { metrics, collector, messages } = await opened({ interval: SOON });
  collector.answer(answer);
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(3));
  metrics.product.creditMoved('debited');
  expect(messages()).toEqual([LOST]);
  collector.answer(undefined);
  await vi.waitFor(() => expect(messages()).toEqual([LOST, 'the collector takes figures again']));
  expect(last(collector).metrics.flatMap(linesOf)).toContain('errand_credits_total{kind="debited"} 1');
});

it('neither queue up for a silent collector nor keep the process from its end', async () => {
  const { metrics, collector } = await opened({ interval: SOON });
  collector.answer(null);
  await vi.waitFor(() => expect(collector.requests).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 10 * SOON));
  expect(collector.requests).toHaveLength(1);
  const began = performance.now();
  await metrics.stop(9_000);
  expect(performance.now() - began).toBeLessThan(5_000);
});

it('say once what a collector did not take of them', async () => {
  const { collector, lines } = await opened({ interval: SOON });
  const partialSuccess = { rejectedDataPoints: '2', errorMessage: 'out of order' };
  collector.answer({ status: 200, body: { partialSuccess } });
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(3));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    message: 'OpenTelemetry warns',
    details: [JSON.stringify(partialSuccess)],
  });
});

it('say once that they cannot be read', async () => {
  const messages: string[] = [];
  const log = createLog('info', (line) => messages.push(JSON.parse(line).message));
  const settings = { ...SENDER, url: 'http://127.0.0.1:9/v1/metrics', interval: SOON, timeout: SOON };
  const read = vi.fn(() => Promise.reject(new Error('gone')));
  const sender = await openFigureSender(settings, { read, log });
  closing.push(() => sender.stop(100));
  await vi.waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(3));
  expect(messages).toEqual([LOST]);
});
