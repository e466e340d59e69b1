import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const value = z
  .strictObject({ stringValue: z.string() })
  .or(z.strictObject({ intValue: z.number() }))
  .or(z.strictObject({ doubleValue: z.number() }));
const attribute = z.strictObject({ key: z.string(), value });
const nanoseconds = z.string().regex(/^\d{19}$/);

/** Field names and hexadecimal ids: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
const span = z.looseObject({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  /** 1 internal, 2 server, 3 client. */
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  /** 2 is an error. */
  status: z.object({ code: z.int().min(0).max(2) }),
});

const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
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
  /** Answers 400 from now on, which isn't tried again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A collector for traces over HTTP with JSON. Refuses what a collector refuses: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startOtlpSimulator(): Promise<OtlpSimulator> {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  let isRefusing = false;

  function take(body: string): number {
    const read = isRefusing ? null : request.safeParse(JSON.parse(body)).data;
    if (!read) return 400;
    for (const { resource, scopeSpans } of read.resourceSpans) {
      for (const { key, value: named } of resource.attributes)
        if (key === 'service.name' && 'stringValue' in named) services.add(named.stringValue);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    return 200;
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const isKnown = incoming.method === 'POST' && incoming.url === '/v1/traces';
    const isJson = incoming.headers['content-type'] === 'application/json';
    const status = !isKnown ? 404 : isJson ? take(body) : 415;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
