import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Failure of the next requests. */
export type CaptchaFault = 'none' | 'broken' | 'down' | 'hangs' | 'nonsense';

export interface CaptchaSimulator {
  readonly url: string;
  readonly secret: string;
  /** Returns a token that is valid once. */
  solve(): string;
  /** The client addresses that were sent, oldest first. */
  readonly askedFor: readonly string[];
  setFault(fault: CaptchaFault): void;
  close(): Promise<void>;
}

const SECRET = 'a secret of this simulator';

/** Simulates the verification of hCaptcha and Turnstile, over real HTTP on loopback. */
export async function startCaptchaSimulator(): Promise<CaptchaSimulator> {
  const good = new Set<string>();
  const askedFor: string[] = [];
  let fault: CaptchaFault = 'none';
  let solved = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request));
    if (fault !== 'none') return misbehave(fault, response);
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    if (request.method !== 'POST' || !isForm)
      return reply(response, { success: false, codes: ['bad-request'] });
    if (form.get('secret') !== SECRET) {
      return reply(response, { success: false, codes: ['invalid-input-secret'] });
    }
    askedFor.push(form.get('remoteip') ?? '');
    // Each token is valid once.
    const success = good.delete(form.get('response') ?? '');
    return reply(response, { success, codes: success ? [] : ['invalid-input-response'] });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return {
    url: `http://127.0.0.1:${address.port}/siteverify`,
    secret: SECRET,
    askedFor,
    solve() {
      solved += 1;
      good.add(`solved-${solved}`);
      return `solved-${solved}`;
    },
    setFault(next) {
      fault = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function misbehave(fault: Exclude<CaptchaFault, 'none'>, response: ServerResponse): void {
  switch (fault) {
    case 'broken':
      response.writeHead(500).end('internal error');
      return;
    case 'nonsense':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Maintenance</p>');
      return;
    case 'down':
      response.destroy();
      return;
    case 'hangs':
      return;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, { success, codes }: { success: boolean; codes: string[] }): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ success, 'error-codes': codes }));
}
