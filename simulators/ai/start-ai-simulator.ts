import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContextLimit } from './context-limit.ts';
import { handleRequest } from './handle-request.ts';
import { createJournal, type Journal } from './journal.ts';
import { findPersona } from './personas/find-persona.ts';
import type { PersonaName } from './personas/persona.ts';
import type { Stage } from './personas/serve-persona.ts';
import type { Script } from './scripts/script.ts';

export interface AiSimulatorOptions {
  /** Loopback only; anything else is refused. */
  readonly host?: string;
  /** 0, the default: any free one. */
  readonly port?: number;
  readonly apiKey?: string;
  /** Further model ids, each with the `sim/…` id whose script it plays. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Further models, beside its own: for tests that write their answers down themselves. */
  readonly scripts?: readonly Script[];
  /** Left out: everything fits, or what the persona's models take. Tokens alone are for personas, which know by themselves what they do beyond. */
  readonly context?: ContextLimit | number;
  /** Whose server it stands in for. Left out: no maker's in particular. */
  readonly persona?: PersonaName;
  /** Ids that a persona lists beside those of `aliases`. */
  readonly models?: readonly string[];
  /** Which of the maker's models an id stands for, as the persona names them. */
  readonly profiles?: Readonly<Record<string, string>>;
}

export interface AiSimulator {
  /** The base to configure, ending in `/v1` or in the persona's own base. */
  readonly url: string;
  readonly apiKey: string;
  readonly journal: Journal;
  /** Breaks what is open and frees the port. */
  close(): Promise<void>;
}

/** A strict stand-in for a provider of chat completions, for tests and measurements. It plays the script that the model id names. */
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
      // A mistake in a script must not look like one of a provider's failures. Nor is a client that left one.
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
