import type { ExportResult } from '@opentelemetry/core';
import type { MetricProducer, PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { FigureSettings } from '../../config/read-collector.ts';
import type { Log } from '../../lib/log.ts';
import { describeSender, hearWarnings, reportResults, sendLast } from './collector.ts';
import { type Figure, toOtlp } from './to-otlp.ts';

export interface FigureSender {
  /** Sends the last figures, for at most `limit` ms, and no longer than two seconds. */
  stop(limit: number): Promise<void>;
}

/** Sends the figures of the registry, which are defined and counted there alone, to a collector in intervals. */
export async function openFigureSender(
  settings: FigureSettings,
  { read, log }: { readonly read: () => Promise<readonly Figure[]>; readonly log: Log },
): Promise<FigureSender> {
  const [api, core, sdk, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-metrics'),
    settings.protocol === 'http/json'
      ? import('@opentelemetry/exporter-metrics-otlp-http')
      : import('@opentelemetry/exporter-metrics-otlp-proto'),
  ]);
  await hearWarnings(log);
  const report = reportResults('figures', log);
  const resource = await describeSender(settings);
  const startTime = core.millisToHrTime(performance.timeOrigin);

  async function collectMetrics() {
    const figures = await read();
    return toOtlp(figures, { api, sdk, startTime, endTime: core.millisToHrTime(Date.now()) });
  }

  const registry: MetricProducer = {
    async collect() {
      try {
        const scopeMetrics = [{ scope: { name: 'errand' }, metrics: await collectMetrics() }];
        return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
      } catch (error) {
        // The library would keep it to itself.
        report({ code: core.ExportResultCode.FAILED, error: error instanceof Error ? error : new Error() });
        return { resourceMetrics: { resource, scopeMetrics: [] }, errors: [error] };
      }
    },
  };
  const reader = new sdk.PeriodicExportingMetricReader({
    // What comes while one is on its way is dropped, not queued: the next has its counts, too.
    exporter: reportTo(report, new OTLPMetricExporter({ url: settings.url, concurrencyLimit: 1 })),
    exportIntervalMillis: settings.interval,
    exportTimeoutMillis: settings.timeout,
    metricProducers: [registry],
  });
  const provider = new sdk.MeterProvider({ resource, readers: [reader] });
  return {
    stop: (limit) => sendLast(provider.shutdown(), limit),
  };
}

function reportTo(report: (result: ExportResult) => void, exporter: PushMetricExporter): PushMetricExporter {
  return {
    export: (metrics, done) =>
      exporter.export(metrics, (result) => {
        report(result);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
