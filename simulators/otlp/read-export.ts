import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What protobufjs has generated of a message of opentelemetry-proto. */
interface Message {
  fromObject(fields: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): object;
}
const message = z.custom<Message>((value) => typeof value === 'function' && 'fromObject' in value);

/** The official definitions: an older version of the sender's library has them, its present one writes by hand. */
const definitions: unknown = createRequire(import.meta.url)('otlp-definitions/build/src/generated/root.js');
const { trace, metrics } = z
  .object({
    opentelemetry: z.object({
      proto: z.object({
        collector: z.object({
          trace: z.object({ v1: z.object({ ExportTraceServiceRequest: message }) }),
          metrics: z.object({ v1: z.object({ ExportMetricsServiceRequest: message }) }),
        }),
      }),
    }),
  })
  .parse(definitions).opentelemetry.proto.collector;
const REQUESTS = {
  traces: trace.v1.ExportTraceServiceRequest,
  metrics: metrics.v1.ExportMetricsServiceRequest,
};

export type Signal = keyof typeof REQUESTS;

/**
 * Bytes of an id. In JSON they are hexadecimal, unlike other bytes: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.
 * Of another length, or of zeroes only, an id is invalid: comments of `Span` in
 * https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto.
 */
const id = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\da-fA-F]{${2 * bytes}}$`))
    .refine((text) => /[^0]/.test(text));
const IDS: Readonly<Record<string, z.ZodType<string>>> = {
  traceId: id(16),
  spanId: id(8),
  parentSpanId: id(8),
};
/** 64 bits are decimal text in JSON; parsers take figures, too: https://protobuf.dev/programming-guides/json/ */
const LONG = /^(?:intValue|asInt|count|bucketCounts|.*UnixNano)$/;

/**
 * The request as the definitions have it, of which nothing is lost by sending it as protobuf. Throws for an id of a wrong
 * length, and for a field that they don't know or that has another type: a collector would ignore it
 * (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), and what it says would be missing.
 */
export function readExport(signal: Signal, body: unknown): unknown {
  const request = REQUESTS[signal];
  const sent = asProtobufJson(body);
  const fields = z.record(z.string(), z.unknown()).parse(sent);
  const bytes = request.encode(request.fromObject(fields)).finish();
  const read = request.toObject(request.decode(bytes), { longs: String, bytes: String });
  if (!isDeepStrictEqual(sent, plain(read)))
    throw new Error(`not as opentelemetry-proto: ${JSON.stringify(sent)}, read as ${JSON.stringify(read)}`);
  return body;
}

/** The same in protobuf, as JSON would have it. Throws if a byte of it isn't understood. */
export function readProtobuf(signal: Signal, bytes: Uint8Array): unknown {
  const request = REQUESTS[signal];
  const read = request.decode(bytes);
  if (!Buffer.from(request.encode(read).finish()).equals(bytes))
    throw new Error('not as opentelemetry-proto');
  return asOtlpJson(plain(request.toObject(read, { longs: String, bytes: String })));
}

/** Ids in base64, long figures as text, and no empty lists, of which protobuf knows nothing. */
function asProtobufJson(value: unknown, key = ''): unknown {
  const known = IDS[key];
  if (known) return Buffer.from(known.parse(value), 'hex').toString('base64');
  if (Array.isArray(value)) return value.map((one) => asProtobufJson(one, LONG.test(key) ? key : ''));
  if (LONG.test(key)) return z.coerce.bigint().parse(value).toString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !(Array.isArray(inner) && inner.length === 0))
      .map(([name, inner]) => [name, asProtobufJson(inner, name)]),
  );
}

/** Without the classes of messages. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Ids in hexadecimal, and figures, except for times. */
function asOtlpJson(value: unknown, key = ''): unknown {
  const known = IDS[key];
  if (known) return known.parse(Buffer.from(z.string().parse(value), 'base64').toString('hex'));
  if (Array.isArray(value)) return value.map((one) => asOtlpJson(one, key));
  if (LONG.test(key)) return key.endsWith('UnixNano') ? value : Number(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asOtlpJson(inner, name)]));
}
