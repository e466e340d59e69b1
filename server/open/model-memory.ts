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
  /** Base URL of the provider's API: models of the same name elsewhere are different. */
  readonly endpoint: string;
  readonly log: Log;
}

/** Servers and models change under the same name, so rejections expire after a month. */
const KEPT = "interval '30 days'";

/**
 * Persists what was learned about the models of an endpoint; entries of other endpoints are dropped. Writes happen in
 * the background, in order; a failed one is logged, and only costs a call after the next restart.
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
    // Written by another version of the program: learned again.
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
        .catch((error: unknown) =>
          log.warn("couldn't save what was learned about a model", { model, error }),
        );
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
