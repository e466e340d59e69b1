import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../db/caller.ts';
import type { OnBehalf } from '../../db/turns/payer.ts';
import type { RealtimeParts } from '../realtime-parts.ts';
import { forgetChannel } from './close-channel.ts';
import { PROTOCOL_VERSIONS, type ProtocolVersion } from './frames.ts';
import { handleBinary, handleText } from './handle-message.ts';
import { LiveSocket } from './live-socket.ts';

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Whose time share its messages use. */
  readonly onBehalf: OnBehalf;
}

const PATH = '/realtime/v1/websocket';

/** Completes an upgrade, or rejects it with a reason. */
export async function acceptSocket(
  parts: RealtimeParts,
  server: WebSocketServer,
  isAllowed: (request: IncomingMessage) => boolean,
  { request, socket, head, onBehalf }: Upgrade,
): Promise<void> {
  // Until the WebSocket exists, nobody else handles errors of the connection.
  socket.on('error', () => socket.destroy());
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (url?.pathname !== PATH) return refuseUpgrade(socket, '404 Not Found');
  if (!isAllowed(request)) return refuseUpgrade(socket, '403 Forbidden');
  const version = versionOf(url.searchParams.get('vsn'));
  if (version === null) return refuseUpgrade(socket, '400 Bad Request');
  const authentication = await parts.authenticator.fromToken(url.searchParams.get('apikey') ?? '');
  if (!authentication.ok) return refuseUpgrade(socket, '401 Unauthorized');
  server.handleUpgrade(request, socket, head, (ws) =>
    open(parts, ws, { version, caller: authentication.caller, onBehalf }),
  );
}

function versionOf(text: string | null): ProtocolVersion | null {
  return PROTOCOL_VERSIONS.find((version) => version === (text ?? '1.0.0')) ?? null;
}

/** Rejects an upgrade over plain HTTP: the client gets an error and retries later. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function open(
  parts: RealtimeParts,
  ws: WebSocket,
  { onBehalf, ...speaker }: { version: ProtocolVersion; caller: Caller } & Pick<Upgrade, 'onBehalf'>,
): void {
  const socket = new LiveSocket(ws, { ...speaker, limits: parts.limits });
  parts.sockets.add(socket);
  ws.on('message', (content, isBinary) => {
    if (!socket.heard()) return socket.close(1008, 'Too many messages per second');
    if (!Buffer.isBuffer(content)) return; // never: ws delivers a single Buffer by default
    const work = onBehalf(() =>
      isBinary ? handleBinary(parts, socket, content) : handleText(parts, socket, content.toString()),
    );
    work.catch((error: unknown) => parts.log.error("couldn't handle a message", { error }));
  });
  ws.on('close', () => {
    parts.sockets.delete(socket);
    for (const channel of socket.channels.values()) forgetChannel(parts, channel);
  });
  // Too large, not UTF-8, or reset by the peer: ws closes the socket itself, and it isn't our fault.
  ws.on('error', (error) => parts.log.debug('a socket broke', { error }));
}
