import { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import { createProcessWire, type ProcessWire } from '../process-wire.ts';
import type { LocalChange, Presences, PresentElsewhere } from './presences.ts';

/** Tells other processes who is present here, and these presences who is present there. */
export interface PresenceExchange {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between signs of life. */
const BEAT = 1_000;
/** Milliseconds without one after which those of a process are gone: it was killed, and their connections with it. */
const SILENCE = 4_000;

const meta = z.object({ key: z.string(), ref: z.string(), text: z.string() });
const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('change'),
    version: z.int(),
    topic: z.string(),
    join: meta.nullable(),
    leave: z.string().nullable(),
  }),
  z.object({ type: z.literal('state'), version: z.int(), present: z.record(z.string(), z.array(meta)) }),
  z.object({ type: z.literal('beat'), version: z.int() }),
  z.object({ type: z.literal('ask'), of: z.string() }),
]);
type Message = z.infer<typeof message>;

/** Another process, as far as its messages have been read. */
interface Peer {
  version: number;
  heardAt: number;
  askedAt: number;
}

/**
 * Each process numbers its changes. Whoever finds one missing, because it's new or lost its connection, asks for all
 * that are present there. Null on the embedded database, which has one process.
 */
export function createPresenceExchange(
  presences: Presences,
  { database, log }: { database: Database; log: Log },
): PresenceExchange | null {
  const wire = createProcessWire({ database, channel: 'realtime_presence', log });
  return wire && exchangeOver(wire, presences, log);
}

function exchangeOver(wire: ProcessWire, presences: Presences, log: Log): PresenceExchange {
  const peers = new Map<string, Peer>();
  let version = 0;
  let beatAt = performance.now();
  let beating: NodeJS.Timeout | undefined;

  const send = (content: Message): void => {
    // Whoever misses it asks again at the next sign of life.
    if (!wire.publish(content)) log.warn('presence did not reach the other processes: too much is waiting');
  };

  function tell({ topic, join, leave }: LocalChange): void {
    version += 1;
    send({ type: 'change', version, topic, join: join && withoutRest(join), leave });
  }

  function tellAll(): void {
    const present = [...presences.presentHere()].map(
      ([topic, metas]) => [topic, metas.map(withoutRest)] as const,
    );
    send({ type: 'state', version, present: Object.fromEntries(present) });
  }

  function hear(from: string, value: unknown): void {
    const { data } = message.safeParse(value);
    if (!data) return log.warn('presence of another process could not be read', { from });
    if (data.type === 'ask') return void (data.of === wire.self && tellAll());
    const peer = peers.get(from) ?? { version: 0, heardAt: 0, askedAt: Number.NEGATIVE_INFINITY };
    peer.heardAt = performance.now();
    peers.set(from, peer);
    if (data.type === 'state') {
      presences.replaceElsewhere(from, data.present);
      peer.version = data.version;
    } else if (data.type === 'change' && data.version === peer.version + 1) {
      presences.changeElsewhere(from, data);
      peer.version = data.version;
    } else if (data.version > peer.version) ask(from, peer);
  }

  function ask(of: string, peer: Peer): void {
    if (performance.now() - peer.askedAt < BEAT) return;
    peer.askedAt = performance.now();
    send({ type: 'ask', of });
  }

  function beat(): void {
    const now = performance.now();
    // Stalled itself: what the others said meanwhile is still to be read.
    const wasStalled = now - beatAt > SILENCE / 2;
    beatAt = now;
    for (const [from, peer] of peers) {
      if (wasStalled) peer.heardAt = now;
      else if (now - peer.heardAt > SILENCE) forget(from);
    }
    if (presences.hasLocal()) send({ type: 'beat', version });
  }

  function forget(from: string): void {
    peers.delete(from);
    presences.replaceElsewhere(from, {});
  }

  return {
    async start() {
      await wire.start(hear);
      presences.onLocalChange(tell);
      beating = setInterval(beat, BEAT);
    },
    async stop() {
      clearInterval(beating);
      await wire.stop();
    },
  };
}

const withoutRest = ({ key, ref, text }: PresentElsewhere): PresentElsewhere => ({ key, ref, text });
