import type { EnvironmentReader } from './read-environment.ts';

/** An OpenTelemetry collector. The names are OpenTelemetry's; its library itself reads those of headers and certificates. */
export interface TraceSettings {
  readonly url: string;
  readonly service: string;
  /** Of all traces that begin here, 0 to 1. */
  readonly share: number;
}

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ and …/configuration/sdk-environment-variables/ */
export function readTraces(env: EnvironmentReader): TraceSettings | null {
  const base = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const service = env.text('OTEL_SERVICE_NAME') ?? 'errand';
  const share = Number(env.text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(share >= 0 && share <= 1)) env.problem('OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1');
  return base === null ? null : { url: `${base.replace(/\/$/, '')}/v1/traces`, service, share };
}
