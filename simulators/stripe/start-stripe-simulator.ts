import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createActs, type StripeActs } from './acts.ts';
import type { StripeEvent } from './objects.ts';
import { type FormTree, parseForm } from './parse-form.ts';
import { Refusal } from './refusal.ts';
import { ROUTES } from './routes.ts';
import { createState, type StripeState } from './state.ts';

export interface StripeSimulatorOptions {
  /** Default 0: any free port. Loopback only. */
  readonly port?: number;
  readonly secretKey?: string;
}

export interface StripeSimulator {
  /** Value for STRIPE_API_BASE. */
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** May be modified, to simulate responses that the real Stripe would never give. */
  readonly state: StripeState;
  readonly acts: StripeActs;
  /** `GET /v1/prices` and so on, in order of arrival. */
  readonly calls: string[];
  /** Makes all calls fail, or work again. */
  setDown(isDown: boolean): void;
  /** Signs an event as Stripe sends it to an endpoint. */
  sign(event: StripeEvent, signing?: Signing): SignedEvent;
  close(): Promise<void>;
}

export interface Signing {
  readonly secret?: string;
  /** Unix time in seconds; default now. */
  readonly at?: number;
}

export interface SignedEvent {
  readonly body: string;
  readonly signature: string;
}

/** A strict simulator of Stripe's API, for tests and measurements. See README.md for what it rejects. */
export async function startStripeSimulator(options: StripeSimulatorOptions = {}): Promise<StripeSimulator> {
  const { port = 0, secretKey = 'sk_test_0123456789abcdef' } = options;
  if (process.env['NODE_ENV'] === 'production') throw new Error('the simulator does not run in production');
  const state = createState(secretKey.includes('_live_'));
  const webhookSecret = 'whsec_0123456789abcdef';
  const calls: string[] = [];
  let isDown = false;
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${(request.url ?? '').split('?')[0]}`);
    if (isDown) return send(response, 503, { error: { type: 'api_error', message: 'Stripe is away' } });
    handle({ state, secretKey }, request)
      .then(({ status, body }) => send(response, status, body))
      .catch((error: unknown) => send(response, 599, { mistake: String(error) }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    secretKey,
    webhookSecret,
    state,
    acts: createActs(state),
    calls,
    setDown(value) {
      isDown = value;
    },
    sign: (event, signing) => signEvent(event, { secret: webhookSecret, ...signing }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function signEvent(event: StripeEvent, { secret, at }: { secret: string; at?: number }): SignedEvent {
  const body = JSON.stringify(event, null, 2);
  const time = at ?? Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${signature}` };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function handle(
  { state, secretKey }: { state: StripeState; secretKey: string },
  request: IncomingMessage,
): Promise<Answer> {
  const text = await readText(request);
  try {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw new Refusal(401, { message: 'Invalid API Key provided' });
    }
    if (!/^\d{4}-\d{2}-\d{2}\.\w+$/.test(String(request.headers['stripe-version']))) {
      throw new Refusal(400, { message: 'Invalid Stripe API version' });
    }
    const asked = `${request.method} ${request.url} ${text}`;
    if (request.method !== 'POST') return { status: 200, body: answer(state, request, text) };
    return once({ state, request, asked }, () => answer(state, request, text));
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

/** Idempotency: the same key gets the same response; all writes must have one. */
function once(
  { state, request, asked }: { state: StripeState; request: IncomingMessage; asked: string },
  act: () => object,
): Answer {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key.length > 255) {
    throw new Refusal(400, { type: 'idempotency_error', message: 'An Idempotency-Key is needed here' });
  }
  const before = state.answered.get(key);
  if (before && before.asked !== asked) {
    throw new Refusal(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    });
  }
  if (before) return before;
  const made = { asked, status: 200, body: structuredClone(act()) };
  state.answered.set(key, made);
  return made;
}

function answer(state: StripeState, request: IncomingMessage, text: string): object {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
  const form: FormTree = parseForm(request.method === 'GET' ? search.slice(1) : text);
  const exact = ROUTES[`${request.method} ${pathname}`];
  if (exact) return exact(state, form, '');
  const [, base = '', id = '', act = ''] = /^(.*)\/(?!expire$)([^/]+)(\/expire)?$/.exec(pathname) ?? [];
  const route = ROUTES[`${request.method} ${base}/:id${act}`];
  if (!route) {
    throw new Refusal(404, { message: `Unrecognized request URL (${request.method}: ${pathname}).` });
  }
  return route(state, form, decodeURIComponent(id));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_simulator' });
  response.end(JSON.stringify(body));
}
