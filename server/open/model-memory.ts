import { newToken } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Database, Row } from '../platform/db/database.ts';
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
const KNOWN = 'select model, learned from private.learned_models where endpoint = $1';

const CHANNEL = 'learned_models';

/**
 * Persists what was learned about the models of an endpoint, and tells the other processes; entries of other endpoints
 * are dropped. Writes happen in the background, in order; a failed one is logged, and only costs a call after the next
 * restart.
 */
export async function openModelMemory({ database, endpoint, log }: ModelMemoryDeps): Promise<ModelMemory> {
  const self = newToken(9);
  const memory = createModelMemory();
  const keep = (rows: readonly Row[]): void => {
    for (const { model, learned } of rows) {
      // Written by another version of the program: learned again.
      const parsed = learnedSchema.safeParse(learned);
      if (typeof model === 'string' && parsed.success) memory.write(model, parsed.data);
    }
  };
  await database.listen(CHANNEL, (payload) => {
    const [from, ...model] = payload.split(' ');
    if (from === self) return;
    database.query(`${KNOWN} and model = $2`, [endpoint, model.join(' ')]).then(keep, (error: unknown) => {
      log.warn("couldn't read what another process learned about a model", { model: model.join(' '), error });
    });
  });
  const [, known] = await database.batch([
    {
      text: `delete from private.learned_models where endpoint <> $1 or learned_at < now() - ${KEPT}`,
      values: [endpoint],
    },
    { text: KNOWN, values: [endpoint] },
  ]);
  keep(known?.rows ?? []);
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (model) => memory.read(model),
    write(model, learned) {
      memory.write(model, learned);
      last = last
        .then(() => write(database, { endpoint, model, learned, self }))
        .catch((error: unknown) =>
          log.warn("couldn't save what was learned about a model", { model, error }),
        );
    },
  };
}

function write(
  database: Database,
  { endpoint, model, learned, self }: { endpoint: string; model: string; learned: Learned; self: string },
): Promise<unknown> {
  return database.query(
    `with written as (
       insert into private.learned_models (endpoint, model, learned) values ($1, $2, $3::jsonb)
       on conflict (endpoint, model) do update set learned = excluded.learned, learned_at = now()
       returning model)
     select pg_notify('${CHANNEL}', $4 || ' ' || model) from written`,
    [endpoint, model, JSON.stringify(learned), self],
  );
}
