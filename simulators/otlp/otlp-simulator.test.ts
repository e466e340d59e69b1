import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OtlpSimulator, startOtlpSimulator } from './start-otlp-simulator.ts';

let collector: OtlpSimulator;
beforeAll(async () => {
  collector = await startOtlpSimulator();
});
afterAll(() => collector.close());

const SPAN = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'run',
  kind: 1,
  startTimeUnixNano: '1796000000000000000',
  endTimeUnixNano: '1796000001000000000',
  attributes: [{ key: 'errand.run.attempt', value: { intValue: 1 } }],
  events: [],
  status: { code: 0 },
  flags: 257,
};
const RESOURCE = { attributes: [{ key: 'service.name', value: { stringValue: 'errand' } }] };
const exported = (span: object, resource: object = RESOURCE) =>
  JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'errand' }, spans: [span] }] }],
  });

/** Number 99, with the value 1. */
const UNKNOWN_FIELD = new Uint8Array([0x98, 0x06, 0x01]);

const post = async (body: string | Uint8Array, headers: object = {}, path = '/v1/traces') => {
  const response = await fetch(`${collector.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, said: await response.text() };
};

it('takes what the definitions have, compressed or not', async () => {
  expect(await post(exported(SPAN))).toEqual({ status: 200, said: '{}' });
  const compressed = new Uint8Array(gzipSync(exported(SPAN)));
  expect(await post(compressed, { 'Content-Encoding': 'gzip' })).toEqual({ status: 200, said: '{}' });
  expect(collector.spans).toHaveLength(2);
});

it.each<[string, object, string]>([
  ['an id that is too short', { traceId: SPAN.traceId.slice(2) }, 'Invalid string'],
  ['an id of zeroes', { spanId: '0'.repeat(16) }, 'Invalid input'],
  ['an id in base64', { spanId: Buffer.from(SPAN.spanId, 'hex').toString('base64') }, 'Invalid string'],
  ['a parent that is itself', { parentSpanId: SPAN.spanId }, 'is its own parent'],
  ['an unknown field', { durationNano: '1' }, 'not as opentelemetry-proto'],
  [
    'a field as protobuf writes it',
    { start_time_unix_nano: SPAN.startTimeUnixNano },
    'not as opentelemetry-proto',
  ],
  ['a kind by name', { kind: 'SPAN_KIND_SERVER' }, 'not as opentelemetry-proto'],
  ['a kind that there is not', { kind: 6 }, 'kind'],
  ['no name', { name: '' }, 'name'],
  ['a time in milliseconds', { endTimeUnixNano: '1796000001000' }, 'endTimeUnixNano'],
  ['an end before its beginning', { endTimeUnixNano: '1795999999000000000' }, 'ends early'],
  ['an attribute twice', { attributes: [...SPAN.attributes, ...SPAN.attributes] }, 'a key comes twice'],
  ['a value without its type', { attributes: [{ key: 'a', value: 'b' }] }, 'object expected'],
  ['a status that there is not', { status: { code: 3 } }, 'code'],
])('refuses a span with %s', async (_fault, changes, why) => {
  expect(await post(exported({ ...SPAN, ...changes }))).toEqual({
    status: 400,
    said: expect.stringContaining(why),
  });
});

it('refuses a resource without a name of the service', async () => {
  expect(await post(exported(SPAN, { attributes: [] }))).toMatchObject({ status: 400 });
});

it.each([
  ['another form', exported(SPAN), { 'Content-Type': 'text/plain' }, '/v1/traces', 415],
  ['what is no protobuf', exported(SPAN), { 'Content-Type': 'application/x-protobuf' }, '/v1/traces', 400],
  ['a field that is unknown', UNKNOWN_FIELD, { 'Content-Type': 'application/x-protobuf' }, '/v1/traces', 400],
  ['another compression', exported(SPAN), { 'Content-Encoding': 'br' }, '/v1/traces', 415],
  ['what is not compressed as it says', exported(SPAN), { 'Content-Encoding': 'gzip' }, '/v1/traces', 400],
  ['what is no JSON', '{', {}, '/v1/traces', 400],
  ['what is for another address', exported(SPAN), {}, '/v1/logs', 404],
])('refuses %s', async (_what, body, headers, path, status) => {
  expect(await post(body, headers, path)).toMatchObject({ status });
});

const POINT = {
  attributes: [{ key: 'room', value: { stringValue: '/rest/v1' } }],
  startTimeUnixNano: '1796000000000000000',
  timeUnixNano: '1796000001000000000',
};
const NUMBER = { ...POINT, asDouble: 0.5 };
const BUCKETS = { ...POINT, count: 3, sum: 4.5, explicitBounds: [1, 2], bucketCounts: [1, 0, 2] };
const figure = (form: object) => ({ name: 'errand_sockets', description: 'Open', unit: '', ...form });
const gauge = (point: object) => figure({ gauge: { dataPoints: [point] } });
const counter = (point: object, changes: object = {}) =>
  figure({ sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [point], ...changes } });
const histogram = (point: object) =>
  figure({ histogram: { aggregationTemporality: 2, dataPoints: [{ ...BUCKETS, ...point }] } });
const postMetrics = (...metrics: object[]) =>
  post(
    JSON.stringify({ resourceMetrics: [{ resource: RESOURCE, scopeMetrics: [{ metrics }] }] }),
    {},
    '/v1/metrics',
  );

it.each([
  ['a gauge', gauge(NUMBER)],
  ['a counter', counter(NUMBER)],
  ['a histogram', histogram({})],
])('takes %s', async (_form, metric) => {
  expect(await postMetrics(metric)).toEqual({ status: 200, said: '{}' });
  expect(collector.readings.at(-1)?.metrics).toEqual([metric]);
});

it.each<[string, object, string]>([
  ['no value, as JSON writes NaN', gauge({ ...POINT, asDouble: null }), 'asDouble'],
  ['a label that is a figure', gauge({ ...NUMBER, attributes: [{ key: 'a', value: 1 }] }), 'object expected'],
  ['a point twice', figure({ gauge: { dataPoints: [NUMBER, NUMBER] } }), 'a point comes twice'],
  ['no point', figure({ gauge: { dataPoints: [] } }), 'dataPoints'],
  ['differences instead of totals', counter(NUMBER, { aggregationTemporality: 1 }), 'aggregationTemporality'],
  ['a counter that may fall', counter(NUMBER, { isMonotonic: false }), 'isMonotonic'],
  ['a counter below zero', counter({ ...NUMBER, asDouble: -1 }), 'a counter below zero'],
  ['a time in milliseconds', counter({ ...NUMBER, timeUnixNano: '1796000001000' }), 'timeUnixNano'],
  ['an end before its beginning', counter({ ...NUMBER, timeUnixNano: '1795999999000000000' }), 'ends early'],
  ['buckets that count those below', histogram({ bucketCounts: [1, 1, 3] }), 'count'],
  ['as many buckets as bounds', histogram({ bucketCounts: [1, 2] }), 'buckets'],
  ['bounds in disorder', histogram({ explicitBounds: [2, 1] }), 'bounds'],
  ['an unknown field', gauge({ ...NUMBER, le: '1' }), 'not as opentelemetry-proto'],
])('refuses a figure with %s', async (_fault, metric, why) => {
  expect(await postMetrics(metric)).toEqual({ status: 400, said: expect.stringContaining(why) });
});

it('refuses a figure twice in one request', async () => {
  const said = expect.stringContaining('a name comes twice');
  expect(await postMetrics(gauge(NUMBER), gauge(NUMBER))).toEqual({ status: 400, said });
});
