import { expect, it } from 'vitest';
import { readCollector } from './read-collector.ts';
import { readEnvironment } from './read-environment.ts';

const URLS = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const read = (environment: Readonly<Record<string, string>>) =>
  readCollector(readEnvironment(environment), 3000);
const urlsOf = (environment: Readonly<Record<string, string>>) => {
  const { traces, figures } = read(environment);
  return [traces?.url, figures?.url];
};

it('sends nothing without a collector', () => {
  expect(urlsOf({ OTEL_METRICS_EXPORTER: 'otlp', OTEL_SERVICE_NAME: 'north' })).toEqual([
    undefined,
    undefined,
  ]);
});

it('sends both to one collector, whose address gets a path for each', () => {
  const both = ['http://collector:4318/otlp/v1/traces', 'http://collector:4318/otlp/v1/metrics'];
  for (const url of ['http://collector:4318/otlp', 'http://collector:4318/otlp/'])
    expect(urlsOf({ [URLS]: url })).toEqual(both);
});

it('uses an address of its own as it is, and may send one of the two alone', () => {
  const own = 'http://prometheus:9090/api/v1/otlp/v1/metrics';
  expect(urlsOf({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: own })).toEqual([undefined, own]);
  expect(urlsOf({ [URLS]: 'http://collector', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://tempo/' })).toEqual(
    ['http://tempo/', 'http://collector/v1/metrics'],
  );
  expect(urlsOf({ [URLS]: 'http://collector', OTEL_METRICS_EXPORTER: 'none' })[1]).toBeUndefined();
  expect(urlsOf({ [URLS]: 'http://collector', OTEL_TRACES_EXPORTER: 'none' })[0]).toBeUndefined();
});

it('speaks JSON, or protobuf to those who ask for it', () => {
  const protocolsOf = (environment: Readonly<Record<string, string>>) => {
    const { traces, figures } = read({ [URLS]: 'http://collector', ...environment });
    return [traces?.protocol, figures?.protocol];
  };
  expect(protocolsOf({})).toEqual(['http/json', 'http/json']);
  const binary = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' };
  expect(protocolsOf(binary)).toEqual(['http/protobuf', 'http/protobuf']);
  expect(protocolsOf({ ...binary, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' })).toEqual([
    'http/json',
    'http/protobuf',
  ]);
});

it('never takes longer to send figures than until the next', () => {
  const timesOf = (environment: Readonly<Record<string, string>>) => {
    const { figures } = read({ [URLS]: 'http://collector', ...environment });
    return [figures?.interval, figures?.timeout];
  };
  expect(timesOf({})).toEqual([60_000, 30_000]);
  expect(timesOf({ OTEL_METRIC_EXPORT_INTERVAL: '5000' })).toEqual([5000, 5000]);
  expect(timesOf({ OTEL_METRIC_EXPORT_TIMEOUT: '1000' })).toEqual([60_000, 1000]);
});

it.each([
  ['OTEL_TRACES_SAMPLER_ARG', '-0.1', 'must be from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'must be from 0 to 1'],
  ['OTEL_METRICS_EXPORTER', 'prometheus', 'must be one of otlp, none'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be one of http/json, http/protobuf'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '60s', 'must be a whole number from 1000 to 86400000'],
  ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'collector:4318', 'must be an address that begins with'],
])('refuses %s=%s', (name, value, why) => {
  const env = readEnvironment({ [name]: value });
  readCollector(env, 3000);
  expect(() => env.finish()).toThrow(`${name}: ${why}`);
});
