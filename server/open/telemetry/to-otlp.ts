import type * as Api from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName } from '@prometheus-io/client';

type Line = MetricValueWithName<string>;
/** The library's types don't say that a counter without labels has none. */
export type Figure = Omit<MetricObjectWithValues<Line>, 'values'> & {
  readonly values: readonly (Omit<Line, 'labels'> & { readonly labels?: Line['labels'] })[];
};

export interface OtlpForms {
  readonly api: typeof Api;
  readonly sdk: typeof Sdk;
  /** All counters began at zero then. */
  readonly startTime: Api.HrTime;
  readonly endTime: Api.HrTime;
}

/**
 * Figures of the registry in OpenTelemetry's form, under the same names and with the same labels:
 * https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/#prometheus-metric-points-to-otlp
 */
export function toOtlp(
  figures: readonly Figure[],
  { api, sdk, startTime, endTime }: OtlpForms,
): Sdk.MetricData[] {
  const point = <T>(labels: Line['labels'] = {}, value: T): Sdk.DataPoint<T> => ({
    startTime,
    endTime,
    attributes: Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, String(label)])),
    value,
  });
  return figures
    .flatMap((figure): Sdk.MetricData[] => {
      const about = {
        // No unit, as the text format of Prometheus has none: it is part of the name.
        descriptor: {
          name: figure.name,
          description: figure.help,
          unit: '',
          valueType: api.ValueType.DOUBLE,
        },
        aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
      };
      // JSON has no NaN, which the delay of the event loop is until it was measured.
      const points = figure.values
        .filter(({ value }) => Number.isFinite(value))
        .map(({ labels, value }) => point(labels, value));
      switch (figure.type) {
        case 'counter':
          return [{ ...about, dataPointType: sdk.DataPointType.SUM, isMonotonic: true, dataPoints: points }];
        case 'gauge':
          return [{ ...about, dataPointType: sdk.DataPointType.GAUGE, dataPoints: points }];
        case 'histogram': {
          const dataPoints = readHistograms(figure).map(({ labels, histogram }) => point(labels, histogram));
          return [{ ...about, dataPointType: sdk.DataPointType.HISTOGRAM, dataPoints }];
        }
        case 'summary':
          // OpenTelemetry's library can't send one. The only one of the registry has a histogram beside it.
          return [];
      }
    })
    .filter(({ dataPoints }) => dataPoints.length > 0);
}

/** Prometheus has a line for each bucket, with the buckets below it counted in; OpenTelemetry has one point, without. */
function readHistograms({ name, values }: Figure) {
  const byLabels = Map.groupBy(values, ({ labels: { le: _bound, ...labels } = {} }) =>
    JSON.stringify(labels),
  );
  return [...byLabels.values()].map((lines) => {
    const valueOf = (suffix: string): number =>
      lines.find(({ metricName }) => metricName === `${name}${suffix}`)?.value ?? 0;
    const buckets = lines.filter(({ metricName }) => metricName === `${name}_bucket`);
    const { le: _bound, ...labels } = lines[0]?.labels ?? {};
    const histogram: Sdk.Histogram = {
      count: valueOf('_count'),
      sum: valueOf('_sum'),
      buckets: {
        boundaries: buckets.map(({ labels }) => Number(labels?.le)).filter(Number.isFinite),
        counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
      },
    };
    return { labels, histogram };
  });
}
