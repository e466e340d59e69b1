import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { readExport, readProtobuf, type Signal } from './read-export.ts';
import {
  type CollectedMetric,
  type CollectedSpan,
  metricsRequest,
  textOf,
  tracesRequest,
} from './requests.ts';

export type { CollectedMetric, CollectedSpan } from './requests.ts';

/** All figures of a process at one time. */
export interface Reading {
  /** Attributes of the resource. */
  readonly sender: Readonly<Record<string, string>>;
  readonly metrics: readonly CollectedMetric[];
}

/** What is answered instead; of `null`, nothing ever is. */
export type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
} | null;

export interface OtlpSimulator {
  /** Without `/v1/traces` or `/v1/metrics`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly readings: readonly Reading[];
  readonly services: ReadonlySet<string>;
  /** Requests so far, taken or not. */
  readonly requests: readonly IncomingMessage['url'][];
  /** In which forms they came. */
  readonly types: ReadonlySet<string>;
  /** Why it has refused requests. */
  readonly refusals: readonly string[];
  /** Answers like this from now on; undefined: as it should. */
  answer(instead: Answer | undefined): void;
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

const [JSON_TYPE, PROTOBUF] = ['application/json', 'application/x-protobuf'];
const PATHS: Readonly<Record<string, Signal>> = { '/v1/traces': 'traces', '/v1/metrics': 'metrics' };

/**
 * A collector for traces and figures over HTTP, with JSON or protobuf. Refuses what a collector refuses
 * (https://opentelemetry.io/docs/specs/otlp/#otlphttp, and the collector's own receiver:
 * https://github.com/open-telemetry/opentelemetry-collector/blob/main/receiver/otlpreceiver/otlphttp.go), and more.
 */
export async function startOtlpSimulator(): Promise<OtlpSimulator> {
  const spans: CollectedSpan[] = [];
  const readings: Reading[] = [];
  const services = new Set<string>();
  const requests: IncomingMessage['url'][] = [];
  const refusals: string[] = [];
  const types = new Set<string>();
  let instead: Answer | undefined;

  const take = {
    traces(body: unknown): void {
      for (const { resource, scopeSpans } of tracesRequest.parse(body).resourceSpans) {
        services.add(textOf(resource.attributes)['service.name'] ?? '');
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    },
    metrics(body: unknown): void {
      for (const { resource, scopeMetrics } of metricsRequest.parse(body).resourceMetrics) {
        const sender = textOf(resource.attributes);
        readings.push({ sender, metrics: scopeMetrics.flatMap((scope) => scope.metrics) });
      }
    },
  };

  async function receive(incoming: IncomingMessage): Promise<void> {
    const bytes = await buffer(incoming);
    const signal = PATHS[incoming.url ?? ''];
    if (!signal) throw new Refusal(404, `there is no ${incoming.url}`);
    if (incoming.method !== 'POST') throw new Refusal(405, `${incoming.method} instead of POST`);
    const type = incoming.headers['content-type'] ?? '';
    if (type !== JSON_TYPE && type !== PROTOBUF) throw new Refusal(415, `a body of ${type}`);
    const body = decompress(bytes, incoming.headers['content-encoding']);
    types.add(type);
    try {
      take[signal](
        type === PROTOBUF ? readProtobuf(signal, body) : readExport(signal, JSON.parse(body.toString())),
      );
    } catch (error) {
      throw new Refusal(400, String(error));
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(incoming.url);
    if (instead === null) return;
    if (instead !== undefined) {
      const { status, headers = {}, body = {} } = instead;
      await buffer(incoming);
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(body));
      return;
    }
    const failed = await receive(incoming).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? error : new Refusal(500, String(error))),
    );
    if (failed) refusals.push(failed.message);
    if (!failed && incoming.headers['content-type'] === PROTOBUF) {
      response.writeHead(200, { 'Content-Type': PROTOBUF }).end();
      return;
    }
    // A failure is a google.rpc.Status, in the form of the request: here, in JSON alone.
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
    readings,
    services,
    requests,
    refusals,
    types,
    answer: (given) => {
      instead = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Of others, a server may take none: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
function decompress(bytes: Buffer, encoding = 'identity'): Buffer {
  if (encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw new Refusal(415, `a body in ${encoding}`);
  try {
    return gunzipSync(bytes);
  } catch {
    throw new Refusal(400, 'a body that is no gzip');
  }
}
