import type { Log } from '../lib/log.ts';
import type { Database } from '../platform/db/database.ts';
import {
  createModelMemory,
  type Learned,
  learnedSchema,
  type ModelMemory,
} from '../providers/text-model/model-memory.ts';

export interface ModelMemoryDeps {
  readonly database: Database;
  /** The base of the provider's API: models of the same name elsewhere are others. */
  readonly endpoint: string;
  readonly log: Log;
}

/** Servers and models change under their names; what was refused a month ago is asked for again. */
const KEPT = "interval '30 days'";

/**
 * What was learned of the models of an endpoint, kept over restarts. What another endpoint taught is forgotten. Writes
 * go behind, in order; one that fails costs a call after the next restart, and is logged.
 */
export async function openModelMemory({ database, endpoint, log }: ModelMemoryDeps): Promise<ModelMemory> {
  const [, kept] = await database.batch([
    {
      text: `delete from private.learned_models where endpoint <> $1 or learned_at < now() - ${KEPT}`,
      values: [endpoint],
    },
    { text: 'select model, learned from private.learned_models where endpoint = $1', values: [endpoint] },
  ]);
  const memory = createModelMemory();
  for (const { model, learned } of kept?.rows ?? []) {
    // Written by another version of the program: learned anew.
    const parsed = learnedSchema.safeParse(learned);
    if (typeof model === 'string' && parsed.success) memory.write(model, parsed.data);
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (model) => memory.read(model),
    write(model, learned) {
      memory.write(model, learned);
      last = last
        .then(() => write(database, { endpoint, model, learned }))
        .catch((error: unknown) => log.warn('what a model takes could not be kept', { model, error }));
    },
  };
}

function write(
  database: Database,
  { endpoint, model, learned }: { endpoint: string; model: string; learned: Learned },
): Promise<unknown> {
  return database.query(
    `insert into private.learned_models (endpoint, model, learned) values ($1, $2, $3::jsonb)
     on conflict (endpoint, model) do update set learned = excluded.learned, learned_at = now()`,
    [endpoint, model, JSON.stringify(learned)],
  );
}
