import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readExport } from './read-export.ts';

const value = z
  .strictObject({ stringValue: z.string() })
  .or(z.strictObject({ intValue: z.number() }))
  .or(z.strictObject({ doubleValue: z.number() }));
/** Keys are unique: comments of `Span` in opentelemetry-proto's trace.proto, and of `Resource` in its resource.proto. */
const attributes = z
  .array(z.object({ key: z.string().min(1), value }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key comes twice');
const nanoseconds = z.string().regex(/^\d{19}$/);

/** Of what the definitions allow, what makes sense: comments of `Span` in trace.proto. */
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
    status: z.object({ code: z.int().min(0).max(2) }),
  })
  .refine(({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(start) <= BigInt(end), 'ends early')
  .refine(({ spanId, parentSpanId }) => spanId !== parentSpanId, 'is its own parent');

const SERVICE = 'service.name';
const request = z.object({
  resourceSpans: z.array(
    z.object({
      /** Whoever sends has a name: https://opentelemetry.io/docs/specs/semconv/resource/#service */
      resource: z.object({
        attributes: attributes.refine((all) => all.some(({ key }) => key === SERVICE), `has no ${SERVICE}`),
      }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof span>;

export interface OtlpSimulator {
  /** Without `/v1/traces`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly services: ReadonlySet<string>;
  /** Why it has refused requests. */
  readonly refusals: readonly string[];
  /** Answers 400 from now on, which isn't tried again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A refusal, with its status. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/**
 * A collector for traces over HTTP with JSON. Refuses what a collector refuses
 * (https://opentelemetry.io/docs/specs/otlp/#otlphttp, and the collector's own receiver:
 * https://github.com/open-telemetry/opentelemetry-collector/blob/main/receiver/otlpreceiver/otlphttp.go), and more.
 */
export async function startOtlpSimulator(): Promise<OtlpSimulator> {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  const refusals: string[] = [];
  let isRefusing = false;

  function take(body: string): void {
    const read = request.parse(readExport(JSON.parse(body)));
    for (const { resource, scopeSpans } of read.resourceSpans) {
      for (const { key, value: named } of resource.attributes)
        if (key === SERVICE && 'stringValue' in named) services.add(named.stringValue);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
  }

  async function receive(incoming: IncomingMessage): Promise<void> {
    const bytes = await buffer(incoming);
    if (incoming.url !== '/v1/traces') throw new Refusal(404, `there is no ${incoming.url}`);
    if (incoming.method !== 'POST') throw new Refusal(405, `${incoming.method} instead of POST`);
    const type = incoming.headers['content-type'];
    if (type !== 'application/json') throw new Refusal(415, `a body of ${type}`);
    const body = decompress(bytes, incoming.headers['content-encoding']);
    if (isRefusing) throw new Refusal(400, 'refuses whatever comes');
    try {
      take(body);
    } catch (error) {
      throw new Refusal(400, String(error));
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = await receive(incoming).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? error : new Refusal(500, String(error))),
    );
    if (failed) refusals.push(failed.message);
    // A failure is a google.rpc.Status, in the form of the request.
    const status = failed?.status ?? 200;
    const body = failed ? { message: failed.message } : {};
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    refusals,
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of others, a server may take none: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
function decompress(bytes: Buffer, encoding = 'identity'): string {
  if (encoding === 'identity') return bytes.toString();
  if (encoding !== 'gzip') throw new Refusal(415, `a body in ${encoding}`);
  try {
    return gunzipSync(bytes).toString();
  } catch {
    throw new Refusal(400, 'a body that is no gzip');
  }
}
