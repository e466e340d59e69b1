import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest, type S3Answer } from './answer-request.ts';
import { Bucket } from './bucket.ts';
import { readBody } from './read-body.ts';
import { S3Refusal } from './s3-refusal.ts';
import { type Account, assertSigned } from './signature.ts';

/** Failure of the next requests. */
export type S3Fault =
  | 'none'
  /** 503 SlowDown. */
  | 'busy'
  /** 500 InternalError. */
  | 'broken'
  /** Closes the connection without a response. */
  | 'down'
  /** Accepts the request and never answers. */
  | 'hangs'
  /** A key without rights. */
  | 'forbidden'
  /** Rejects what needs space. */
  | 'full'
  /** Every other request is answered with 503, as behind a balancer whose second server is down. */
  | 'half up'
  /** Changes what it receives. */
  | 'damages'
  /** Closes the connection in the middle of an object. */
  | 'cuts'
  /** Stops in the middle of an object, and keeps the connection. */
  | 'falls silent';

export interface S3Simulator {
  readonly url: string;
  readonly bucket: string;
  readonly account: Account;
  /** Keys of whole objects. */
  keys(): string[];
  /** Uploads that were begun, and neither completed nor aborted. */
  unfinished(): { readonly key: string; readonly parts: number }[];
  /** Requests so far, also those that failed. */
  requests(): number;
  setFault(fault: S3Fault): void;
  /** Puts its clock ahead, or back. */
  setClock(minutes: number): void;
  close(): Promise<void>;
}

const BUCKET = 'errand-files';
const ACCOUNT: Account = {
  accessKeyId: 'AKIDSIMULATOR',
  secretAccessKey: 'a secret of/this+simulator',
  region: 'eu-central-1',
};

export async function startS3Simulator(): Promise<S3Simulator> {
  let fault: S3Fault = 'none';
  let ahead = 0;
  let requests = 0;
  const now = (): number => Date.now() + ahead;
  const bucket = new Bucket(now);

  async function answer(request: IncomingMessage): Promise<S3Answer> {
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, name = '', ...rest] = url.pathname.split('/');
    assertSigned(request, ACCOUNT, now());
    const body = await readBody(request, fault === 'damages');
    if (fault === 'forbidden') throw new S3Refusal('AccessDenied', 'Access Denied');
    if (name !== BUCKET) throw new S3Refusal('NoSuchBucket');
    if (fault === 'full' && (request.method === 'PUT' || request.method === 'POST')) {
      throw new S3Refusal('QuotaExceeded');
    }
    return answerRequest(bucket, {
      method: request.method ?? '',
      key: decodeURIComponent(rest.join('/')),
      query: url.searchParams,
      range: request.headers.range,
      body,
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    response.setHeader('Date', new Date(now()).toUTCString());
    if (fault === 'hangs') return;
    if (fault === 'down') return void request.socket.destroy();
    try {
      if (fault === 'busy' || (fault === 'half up' && requests % 2 === 1)) throw new S3Refusal('SlowDown');
      if (fault === 'broken') throw new S3Refusal('InternalError');
      send(request, response, await answer(request), fault);
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error;
      // Who leaves a body unread must end the connection.
      if (!request.complete) response.setHeader('Connection', 'close');
      const body = Buffer.from(error.toXml());
      send(request, response, { status: error.status, headers: { 'Content-Type': 'application/xml' }, body });
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    account: ACCOUNT,
    keys: () => [...bucket.objects.keys()],
    unfinished: () => [...bucket.uploads.values()].map(({ key, parts }) => ({ key, parts: parts.size })),
    requests: () => requests,
    setFault: (next) => (fault = next),
    setClock: (minutes) => (ahead = minutes * 60_000),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return address.port;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body = Buffer.alloc(0) }: S3Answer,
  fault: S3Fault = 'none',
): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(body.length) });
  if (request.method === 'HEAD') return void response.end();
  if (fault !== 'cuts' && fault !== 'falls silent') return void response.end(body);
  response.write(body.subarray(0, body.length / 2), () => {
    if (fault === 'cuts') request.socket.destroy();
  });
}
