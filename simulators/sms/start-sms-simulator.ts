import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Failure of the next requests. */
export type SmsFault =
  | 'none'
  /** Rate limit of the account. */
  | 'busy'
  | 'broken'
  /** Closes the connection without a response. */
  | 'down'
  /** Accepts the request and never answers. */
  | 'hangs'
  /** Redirects to another URL, which counts the requests it gets. */
  | 'elsewhere';

export interface TakenText {
  readonly to: string;
  readonly text: string;
}

export interface SmsSimulator {
  readonly url: string;
  readonly token: string;
  /** Accepted texts, oldest first. */
  readonly taken: readonly TakenText[];
  /** Requests at the URL that `elsewhere` redirects to. */
  readonly strayed: () => number;
  setFault(fault: SmsFault): void;
  close(): Promise<void>;
}

const TOKEN = 'a token of this simulator';
const NUMBER = /^\+[1-9]\d{6,14}$/;
/** A landline number: valid in form, but unreachable by text. */
const FIXED_LINE = '+49301234567';
/** Ten parts of 160 characters. */
const LONGEST = 1_600;

export async function startSmsSimulator(): Promise<SmsSimulator> {
  const taken: TakenText[] = [];
  let fault: SmsFault = 'none';
  let strayed = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.url === '/elsewhere') {
      strayed += 1;
      return reply(response, 202, {});
    }
    if (request.url !== '/messages') return reply(response, 404, { error: 'no such address' });
    if (fault !== 'none') return misbehave(fault, response);
    const refusal = refusalOf(request, body);
    if (refusal !== null) return reply(response, refusal.status, { error: refusal.error });
    const { to, text } = readMessage(body);
    taken.push({ to, text });
    return reply(response, 202, { id: `message-${taken.length}` });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response.destroy(new Error('failed', { cause: error })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/messages`,
    token: TOKEN,
    taken,
    strayed: () => strayed,
    setFault(next) {
      fault = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Checks in a gateway's order: authentication, format, recipient, content. */
function refusalOf(request: IncomingMessage, body: string): { status: number; error: string } | null {
  if (request.method !== 'POST') return { status: 405, error: 'POST only' };
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, error: 'wrong token' };
  if (request.headers['content-type'] !== 'application/json') return { status: 415, error: 'JSON only' };
  const { to, text } = readMessage(body);
  if (!NUMBER.test(to)) return { status: 400, error: `not a number: ${to}` };
  if (to === FIXED_LINE) return { status: 422, error: `not a mobile number: ${to}` };
  if (text === '' || text.length > LONGEST) return { status: 400, error: 'no text, or too long a text' };
  return null;
}

function misbehave(fault: Exclude<SmsFault, 'none'>, response: ServerResponse): void {
  switch (fault) {
    case 'busy':
      response.setHeader('Retry-After', '30');
      return reply(response, 429, { error: 'too many messages' });
    case 'broken':
      return reply(response, 500, { error: 'internal error' });
    case 'down':
      response.destroy();
      return;
    case 'hangs':
      return;
    case 'elsewhere':
      response.writeHead(307, { Location: '/elsewhere' }).end();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Missing fields are empty, and so rejected. */
function readMessage(body: string): TakenText {
  try {
    const message: unknown = JSON.parse(body);
    return { to: textOf(message, 'to'), text: textOf(message, 'text') };
  } catch {
    return { to: '', text: '' };
  }
}

function textOf(message: unknown, name: string): string {
  const value = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return address.port;
}
