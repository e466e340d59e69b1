import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContextLimit } from './context-limit.ts';
import { handleRequest } from './handle-request.ts';
import { createJournal, type Journal } from './journal.ts';
import { findPersona } from './personas/find-persona.ts';
import type { PersonaName } from './personas/persona.ts';
import type { Stage } from './personas/serve-persona.ts';
import { SharedSlots } from './personas/shared-slots.ts';
import type { Script } from './scripts/script.ts';

export interface AiSimulatorOptions {
  /** Loopback only; anything else is rejected. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  readonly apiKey?: string;
  /** Additional model ids, each with the `sim/…` id whose script it plays. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Additional models, for tests with answers of their own. */
  readonly scripts?: readonly Script[];
  /**
   * Default: everything fits, or the context of the persona's models. A plain number is for personas, which have
   * their own behaviour beyond it.
   */
  readonly context?: ContextLimit | number;
  /** The vendor's server to simulate. Default: no particular one. */
  readonly persona?: PersonaName;
  /** Ids that a persona lists besides those of `aliases`. */
  readonly models?: readonly string[];
  /** Maps ids to the vendor's models, by the persona's names for them. */
  readonly profiles?: Readonly<Record<string, string>>;
}

export interface AiSimulator {
  /** Base URL to configure, ending in `/v1` or in the persona's own base. */
  readonly url: string;
  readonly apiKey: string;
  readonly journal: Journal;
  /** Closes open connections and frees the port. */
  close(): Promise<void>;
}

/**
 * A strict simulator of a chat completions provider, for tests and measurements. It plays the script named by the
 * model id.
 */
export async function startAiSimulator(options: AiSimulatorOptions = {}): Promise<AiSimulator> {
  const { host = '127.0.0.1', port = 0, apiKey = 'sim-key-0123456789abcdef' } = options;
  const { aliases = {}, scripts = [] } = options;
  const stage = options.persona === undefined ? null : setUp(options.persona, apiKey, options);
  const context = typeof options.context === 'number' ? null : (options.context ?? null);
  assertHarmless(host);
  const journal = createJournal();
  const count = createCounter();
  const server = createServer((request, response) => {
    const { changed, forget } = journal;
    const host = { url, aliases, scripts, context, count, apiKey, changed, forget, journal, stage };
    handleRequest(host, request, response).catch((error: unknown) => {
      // A bug in a script must not look like a provider's failure. A client that disconnected isn't a bug.
      if (!response.destroyed) response.writeHead(599).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const url = `http://${host === '::1' ? '[::1]' : host}:${portOf(server.address())}${stage?.persona.base ?? '/v1'}`;

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { url, apiKey, journal: journal.journal, close };
}

function setUp(name: PersonaName, apiKey: string, options: AiSimulatorOptions): Stage {
  const persona = findPersona(name);
  const { aliases = {}, models = [], context = persona.context, profiles = {} } = options;
  const listed = [...new Set([...Object.keys(aliases), ...models])];
  const tokens = typeof context === 'number' ? context : context.tokens;
  return {
    persona,
    slots: persona.overflow ? new SharedSlots(tokens, persona.overflow) : null,
    host: { apiKey, models: listed.length > 0 ? listed : ['sim/fast'], context: tokens, profiles },
  };
}

function assertHarmless(host: string): void {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw new Error(`the simulator listens on loopback only, not on ${host}`);
  }
  if (process.env['NODE_ENV'] === 'production') throw new Error('the simulator does not run in production');
}

/** Counts calls by model id. */
function createCounter(): (model: string) => number {
  const counts = new Map<string, number>();
  return (model) => {
    const count = (counts.get(model) ?? 0) + 1;
    counts.set(model, count);
    return count;
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
