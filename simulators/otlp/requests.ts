import { z } from 'zod';

/** Of what the definitions allow, what makes sense. */

const value = z
  .strictObject({ stringValue: z.string() })
  .or(z.strictObject({ intValue: z.number() }))
  .or(z.strictObject({ doubleValue: z.number() }));
/**
 * Keys are unique: comments of `Span` in opentelemetry-proto's trace.proto, of `NumberDataPoint` in its metrics.proto, and of
 * `Resource` in its resource.proto.
 */
const attributes = z
  .array(z.object({ key: z.string().min(1), value }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key comes twice')
  // Protobuf knows no empty list, and leaves zeroes and empty texts out.
  .default([]);
const nanoseconds = z.string().regex(/^\d{19}$/);

const SERVICE = 'service.name';
/** Whoever sends has a name: https://opentelemetry.io/docs/specs/semconv/resource/#service */
const resource = z.object({
  attributes: attributes.refine((all) => all.some(({ key }) => key === SERVICE), `has no ${SERVICE}`),
});

/** Comments of `Span` in trace.proto. */
const span = z
  .looseObject({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string().min(1),
    /** 1 internal, 2 server, 3 client. */
    kind: z.int().min(1).max(5),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    /** 2 is an error. */
    status: z.object({ code: z.int().min(0).max(2).default(0) }),
  })
  .refine(({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(start) <= BigInt(end), 'ends early')
  .refine(({ spanId, parentSpanId }) => spanId !== parentSpanId, 'is its own parent');

export const tracesRequest = z.object({
  resourceSpans: z.array(z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

const times = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds };
const isInOrder = (point: { startTimeUnixNano: string; timeUnixNano: string }): boolean =>
  BigInt(point.startTimeUnixNano) <= BigInt(point.timeUnixNano);
const numberPoint = z.object({ ...times, attributes, asDouble: z.number() }).refine(isInOrder, 'ends early');
/** Comments of `HistogramDataPoint` in metrics.proto: one more count than bounds, which rise, and all counts together. */
const histogramPoint = z
  .object({
    ...times,
    attributes,
    count: z.int().min(0),
    sum: z.number(),
    bucketCounts: z.array(z.int().min(0)),
    explicitBounds: z.array(z.number()),
  })
  .refine(isInOrder, 'ends early')
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1, 'buckets')
  .refine(
    ({ explicitBounds: all }) => all.every((bound, at) => at === 0 || bound > (all[at - 1] ?? bound)),
    'bounds',
  )
  .refine(({ count, bucketCounts }) => count === bucketCounts.reduce((sum, one) => sum + one, 0), 'count');

/** Points of one figure differ in their attributes: the data model's "single-writer principle". */
const points = <T extends z.ZodType<{ attributes: z.output<typeof attributes> }>>(point: T) =>
  z
    .array(point)
    .min(1)
    .refine(
      (all) => new Set(all.map((one) => JSON.stringify(one.attributes))).size === all.length,
      'a point comes twice',
    );
/** 2 is cumulative, the only one that is sent. */
const CUMULATIVE = z.literal(2);
const about = { name: z.string().min(1), description: z.string().min(1), unit: z.string().default('') };
const metric = z.union([
  z.strictObject({ ...about, gauge: z.strictObject({ dataPoints: points(numberPoint) }) }),
  z.strictObject({
    ...about,
    sum: z.strictObject({
      aggregationTemporality: CUMULATIVE,
      isMonotonic: z.literal(true),
      dataPoints: points(numberPoint.refine(({ asDouble }) => asDouble >= 0, 'a counter below zero')),
    }),
  }),
  z.strictObject({
    ...about,
    histogram: z.strictObject({ aggregationTemporality: CUMULATIVE, dataPoints: points(histogramPoint) }),
  }),
]);

export const metricsRequest = z.object({
  resourceMetrics: z.array(
    z.object({
      resource,
      scopeMetrics: z.array(
        z.object({
          metrics: z
            .array(metric)
            .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name comes twice'),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = z.output<typeof span>;
export type CollectedMetric = z.output<typeof metric>;
export type Attributes = z.output<typeof attributes>;

export const textOf = (all: Attributes): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map(({ key, value: of }) => [key, String(Object.values(of)[0])]));
