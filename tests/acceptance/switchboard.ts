import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AiSimulator } from '#simulators/ai/start-ai-simulator.ts';

/** The model to configure: the title of the task then says which script answers, as `[sim/cut] Compare …`. */
export const SCRIPT_IN_TITLE = 'sim/as-titled';

export interface Switchboard {
  /** The base to configure instead of the simulator's. */
  readonly url: string;
  /** From now on every connection is refused. */
  close(): Promise<void>;
}

/**
 * Between the program and the simulator: lets one process meet all scripts, where its configuration can name one.
 * Everything after the request is passed on byte by byte, so that a broken connection stays a broken connection.
 */
export async function startSwitchboard(simulator: AiSimulator): Promise<Switchboard> {
  const server = createServer((request, response) => {
    passOn(request, response, new URL(simulator.url)).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function passOn(request: IncomingMessage, response: ServerResponse, target: URL): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const asked = Buffer.concat(chunks).toString();
  const script = /\[(sim\/[\w@-]+)\]/.exec(asked)?.[1] ?? 'sim/fast';
  const body = Buffer.from(asked.replace(`"model":"${SCRIPT_IN_TITLE}"`, `"model":"${script}"`));

  const headers = {
    ...request.headers,
    host: target.host,
    connection: 'close',
    'content-length': body.length,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const near = response.socket;
  const far = connect({ host: target.hostname, port: Number(target.port) });
  far.on('error', () => near?.destroy());
  far.write(`${request.method} ${request.url} HTTP/1.1\r\n${head.join('')}\r\n`);
  far.write(body);
  // Below the HTTP server's feet: what it would add or repair is what the test is about.
  far.on('data', (bytes: Buffer) => near?.write(bytes));
  far.on('end', () => near?.end());
  far.on('close', (broken: boolean) => (broken ? near?.resetAndDestroy() : near?.destroySoon()));
  near?.on('close', () => far.destroy());
}
