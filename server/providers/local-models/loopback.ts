import { z } from 'zod';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { readBodyText } from '../text-model/read-body-text.ts';
import type { LocalModels, LocalServer } from './local-models.ts';

/** Default port of each program (docs/connect-a-model.md). */
const USUAL_PORTS = { Ollama: 11434, 'LM Studio': 1234, 'llama.cpp': 8080, vLLM: 8000 } as const;

const LIMIT_MS = 1_000;
const MAX_BYTES = 256 * 1024;
const MODELS_MAX = 20;

/** Names and paths. No line break, quote, `#` or `$`, because an id is copied into a line of `.env`. */
const MODEL_ID = /^[\p{L}\p{N}][\p{L}\p{N} ._:/\\@+~()-]{0,199}$|^\/[\p{L}\p{N} ._:/@+~()-]{1,199}$/u;

const list = z.object({ data: z.array(z.object({ id: z.string() })) });

export interface LoopbackOptions {
  /** Ports by name. Only overridden in tests. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Timeout per server in milliseconds. */
  readonly limit?: number;
}

/** Looks for servers on this computer only, at fixed ports. */
export function createLoopbackModels({
  ports = USUAL_PORTS,
  limit = LIMIT_MS,
}: LoopbackOptions = {}): LocalModels {
  return {
    async find() {
      const asked = await Promise.all(Object.entries(ports).map(([name, port]) => ask(name, port, limit)));
      return asked.filter((server) => server !== null);
    },
  };
}

async function ask(name: string, port: number, limit: number): Promise<LocalServer | null> {
  const base = `http://127.0.0.1:${port}/v1`;
  try {
    const response = await fetch(`${base}/models`, {
      redirect: 'error',
      signal: timeoutSignal(limit),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const { data } = list.parse(JSON.parse(await readBodyText(response, MAX_BYTES)));
    const models = data.map(({ id }) => id).filter((id) => MODEL_ID.test(id));
    return { name, base, models: [...new Set(models)].slice(0, MODELS_MAX) };
  } catch {
    // Nothing listens there, or something other than a model server.
    return null;
  }
}
