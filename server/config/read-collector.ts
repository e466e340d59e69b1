import { hostname } from 'node:os';
import type { EnvironmentReader } from './read-environment.ts';

/** An OpenTelemetry collector. The names are OpenTelemetry's; its library itself reads those of headers and certificates. */
export interface CollectorConfig {
  /** Null: they aren't sent. */
  readonly traces: TraceSettings | null;
  readonly figures: FigureSettings | null;
}

/** Who sends: `service.name` and `service.instance.id`. */
export interface Sender {
  /** Null unless set: a name in OTEL_RESOURCE_ATTRIBUTES counts, else `errand`. */
  readonly service: string | null;
  /** As a Prometheus that reads /metrics would call it. */
  readonly instance: string;
}

/** JSON, unless a service takes only protobuf. gRPC would need another library. */
const PROTOCOLS = ['http/json', 'http/protobuf'] as const;

export interface Receiver extends Sender {
  readonly url: string;
  readonly protocol: (typeof PROTOCOLS)[number];
}

export interface TraceSettings extends Receiver {
  /** Of all traces that begin here, 0 to 1. */
  readonly share: number;
}

export interface FigureSettings extends Receiver {
  /** Milliseconds. */
  readonly interval: number;
  readonly timeout: number;
}

/** A day. */
const LONGEST = 86_400_000;

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ and …/configuration/sdk-environment-variables/ */
export function readCollector(env: EnvironmentReader, port: number): CollectorConfig {
  const base = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const protocol = env.choice('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', PROTOCOLS);
  const sender = { service: env.text('OTEL_SERVICE_NAME'), instance: `${hostname()}:${port}` };
  const receiverOf = (signal: 'TRACES' | 'METRICS'): Receiver | null => {
    // A signal's own address is used as it is; to the common one, a path is added.
    const own = env.identifier(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, ['http:', 'https:']);
    const url = own ?? (base === null ? null : `${base}/v1/${signal.toLowerCase()}`);
    const spoken = env.choice(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, protocol, PROTOCOLS);
    const isSent = env.choice(`OTEL_${signal}_EXPORTER`, 'otlp', ['otlp', 'none']) === 'otlp';
    return isSent && url !== null ? { ...sender, url, protocol: spoken } : null;
  };
  const share = Number(env.text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(share >= 0 && share <= 1)) env.problem('OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1');
  const interval = env.integer('OTEL_METRIC_EXPORT_INTERVAL', 60_000, { min: 1000, max: LONGEST });
  const timeout = env.integer('OTEL_METRIC_EXPORT_TIMEOUT', 30_000, { min: 1, max: LONGEST });
  const [traces, figures] = [receiverOf('TRACES'), receiverOf('METRICS')];
  return {
    traces: traces && { ...traces, share },
    figures: figures && { ...figures, interval, timeout: Math.min(timeout, interval) },
  };
}
