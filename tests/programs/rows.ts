import { type Database, DatabaseError } from '#server/platform/db/database.ts';

const WRITERS = 6;
const insertRow = (id: number) => ({
  text: 'insert into written (id, body) values ($1, $2)',
  values: [id, 'x'.repeat(200)],
});
const insertPartner = (id: number) => ({ text: 'insert into partners (id) values ($1)', values: [id] });

export const ROWS_SCHEMA = `
  create table if not exists written (id int primary key, body text);
  create index if not exists written_body on written (body);
  create table if not exists partners (id int primary key);
`;

/** Every row with such a number has a partner, written in the same transaction. */
const hasPartner = (id: number): boolean => id % 4 === 1 || id % 4 === 2;

/** Writes in every form there is, until the database is closed or `signal` says so. Reports what was acknowledged. */
export async function writeRows(
  database: Database,
  first: number,
  onAcknowledged: (id: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let next = first;
  const write = async (): Promise<void> => {
    while (!signal?.aborted) {
      const id = next++;
      try {
        await writeRow(database, id);
        onAcknowledged(id);
      } catch (error) {
        if (!(error instanceof DatabaseError && error.details.unknown !== undefined)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

async function writeRow(database: Database, id: number): Promise<void> {
  if (id % 4 === 1) await database.batch([insertRow(id), insertPartner(id)]);
  else if (id % 4 === 2) {
    await database.transaction(async (tx) => {
      await tx.batch([insertRow(id)]);
      await tx.batch([insertPartner(id)]);
    });
  } else await database.batch([insertRow(id)]);
  if (id % 100 === 3) await database.exec(id % 200 === 3 ? 'checkpoint' : 'vacuum written');
}

/** What is wrong with what was kept: lost rows, torn transactions, an index that disagrees with its table. */
export async function findDamage(database: Database, acknowledged: ReadonlySet<number>): Promise<string[]> {
  const damage: string[] = [];
  const written = await idsOf(database, 'written');
  const partners = await idsOf(database, 'partners');
  for (const id of acknowledged) if (!written.has(id)) damage.push(`row ${id} was acknowledged and is lost`);
  for (const id of written) if (hasPartner(id) !== partners.has(id)) damage.push(`transaction ${id} is torn`);
  for (const id of partners) if (!written.has(id)) damage.push(`transaction ${id} is torn`);
  const [, byIndex] = await database.batch([
    { text: "select set_config('enable_seqscan', 'off', true)" },
    { text: 'select id from written where id >= 0 order by id' },
  ]);
  if (byIndex?.count !== written.size) damage.push(`the index has ${byIndex?.count} of ${written.size} rows`);
  return damage;
}

async function idsOf(database: Database, table: string): Promise<Set<number>> {
  const rows = await database.query<{ id: number }>(`select id from ${table}`);
  return new Set(rows.map(({ id }) => id));
}
