import { vi } from 'vitest';
import { WebSocket } from 'ws';

/** Where live updates are served, and the public key. */
interface Place {
  readonly url: string;
  readonly anonKey: string;
}

/** A message of version 2 as it is on the wire. */
export type Frame = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
];

/** A socket without the manners of the official client. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  send(...frame: Frame): void;
  /** Payloads of this event, in order. */
  heard(event: string): Record<string, unknown>[];
  /** Sends a join and waits for its reply. */
  join(ref: string, topic: string, payload?: object): Promise<unknown>;
  replyTo(ref: string): unknown;
  /** Close code; null while open. */
  closed(): number | null;
}

const open: WebSocket[] = [];

export function closeRawSockets(): void {
  for (const socket of open.splice(0)) socket.terminate();
}

export function addressOf(place: Place, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ apikey: place.anonKey, vsn: '2.0.0', ...parameters });
  return `${place.url.replace('http', 'ws')}/realtime/v1/websocket?${query.toString()}`;
}

/** The HTTP status with which an upgrade is answered. */
export function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url, { headers });
  open.push(socket);
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

export async function openRaw(place: Place, parameters: Record<string, string> = {}): Promise<RawSocket> {
  const socket = new WebSocket(addressOf(place, parameters));
  open.push(socket);
  const frames: Frame[] = [];
  let code: number | null = null;
  socket.on('message', (text: Buffer) => frames.push(JSON.parse(text.toString())));
  socket.on('close', (closeCode) => void (code = closeCode));
  await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));

  const send = (...frame: Frame): void => socket.send(JSON.stringify(frame));
  const replyTo = (ref: string): unknown =>
    frames.find(([, to, , event]) => to === ref && event === 'phx_reply')?.[4];
  return {
    socket,
    frames,
    send,
    replyTo,
    heard: (wanted) => frames.filter(([, , , event]) => event === wanted).map(([, , , , payload]) => payload),
    async join(ref, topic, payload = {}) {
      send(ref, ref, `realtime:${topic}`, 'phx_join', { ...payload });
      await vi.waitUntil(() => replyTo(ref) !== undefined, { timeout: 5_000, interval: 10 }).catch(() => {});
      return replyTo(ref);
    },
    closed: () => code,
  };
}
