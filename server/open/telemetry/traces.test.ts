import { afterEach, expect, it } from 'vitest';
import { type OtlpSimulator, startOtlpSimulator } from '#simulators/otlp/start-otlp-simulator.ts';
import { readCollector } from '../../config/read-collector.ts';
import { readEnvironment } from '../../config/read-environment.ts';
import { createLog, silentLog } from '../../lib/log.ts';
import { DatabaseError } from '../../platform/db/database.ts';
import { openTraces } from './traces.ts';

const collectors: OtlpSimulator[] = [];
afterEach(() => Promise.all(collectors.splice(0).map((collector) => collector.close())));

async function opened(settings: Readonly<Record<string, string>> = {}) {
  const collector = await startOtlpSimulator();
  collectors.push(collector);
  const env = readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(JSON.parse(line).message));
  const traces = await openTraces(readCollector(env, 3000).traces, log);
  if (!traces) throw new Error('there are no traces');
  return { ...traces, collector, lines };
}

it('are none without a collector', async () => {
  const { traces } = readCollector(readEnvironment({}), 3000);
  expect(await openTraces(traces, silentLog)).toBeNull();
});

it.each(['http/json', 'http/protobuf'])(
  'show what a piece of work consists of, what failed, and who sends, as %s',
  async (protocol) => {
    const { tracer, stop, collector } = await opened({
      OTEL_SERVICE_NAME: 'errand-north',
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    });
    const failing = tracer.within({ name: 'request', kind: 'server' }, async (span) => {
      span.note({ 'http.response.status_code': 200, 'errand.cost_usd': 0.25 });
      await tracer.within({ name: 'database statement', kind: 'client' }, async () => {});
      await tracer.within({ name: 'broken' }, async () => {
        throw new DatabaseError('57014', 'with what somebody has typed');
      });
    });
    await expect(failing).rejects.toThrow('typed');
    await stop(2_000);
    const [statement, broken, request] = ['database statement', 'broken', 'request'].map((name) =>
      collector.spans.find((span) => span.name === name),
    );
    expect([statement?.kind, request?.kind]).toEqual([3, 2]);
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect([statement?.parentSpanId, broken?.parentSpanId]).toEqual([request?.spanId, request?.spanId]);
    expect([statement?.status.code, broken?.status.code]).toEqual([0, 2]);
    expect(broken?.attributes).toEqual([{ key: 'error.type', value: { stringValue: '57014' } }]);
    expect(JSON.stringify(collector.spans)).not.toContain('typed');
    expect([...collector.services]).toEqual(['errand-north']);
    expect([...collector.types].map((type) => type.replace('x-', ''))).toEqual([
      protocol.replace('http', 'application'),
    ]);
    expect(collector.refusals).toEqual([]);
  },
);

it('are named in log lines, and nowhere else', async () => {
  const { tracer, logFields, stop } = await opened();
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line), { current: logFields }).with({ queue: 'run' });
  await tracer.within({ name: 'run' }, async () => log.info('within'));
  log.info('without');
  await stop(2_000);
  const [within, without] = lines.map((line) => JSON.parse(line));
  expect(within).toMatchObject({ queue: 'run', trace_id: expect.stringMatching(/^[\da-f]{32}$/) });
  expect(without).not.toHaveProperty('trace_id');
});

it('go on where a caller began, and are recorded as the caller decided', async () => {
  const { tracer, stop, collector } = await opened({ OTEL_TRACES_SAMPLER_ARG: '0' });
  const trace = '0af7651916cd43dd8448eb211c80319c';
  for (const [name, traceparent] of [
    ['kept', `00-${trace}-b7ad6b7169203331-01`],
    ['dropped', `00-${trace}-b7ad6b7169203331-00`],
    ['malformed', 'anything'],
    ['of its own', null],
  ] as const)
    await tracer.within({ name, traceparent }, async () => {
      expect(tracer.isRecording()).toBe(name === 'kept');
    });
  await stop(2_000);
  expect(collector.spans.map((span) => [span.name, span.traceId, span.parentSpanId])).toEqual([
    ['kept', trace, 'b7ad6b7169203331'],
  ]);
});

/** The library sends at most this many at once. */
const BATCH = 512;

it('say once that the collector refuses them, however many batches it refuses', async () => {
  const { tracer, stop, collector, lines } = await opened();
  collector.answer({ status: 400 });
  for (let count = 0; count < 2 * BATCH + 1; count += 1) tracer.begin({ name: 'lost' }).end();
  await stop(20_000);
  expect(lines).toEqual(["couldn't send traces to the collector"]);
});

it('keep no process from its end for a silent collector', async () => {
  const { tracer, stop, collector } = await opened();
  collector.answer(null);
  tracer.begin({ name: 'lost' }).end();
  const began = performance.now();
  await stop(9_000);
  expect(performance.now() - began).toBeLessThan(5_000);
});
