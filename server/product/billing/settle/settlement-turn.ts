import type { Database, Transaction } from '#server/platform/db/database.ts';

/** Take before asking the provider. */
export async function takeTurn(database: Database): Promise<number> {
  const [row] = await database.query<{ turn: number }>("select nextval('private.settlement_turns') as turn");
  if (!row) throw new Error('the sequence of settlements answers nothing');
  return row.turn;
}

export interface Look {
  readonly account: string;
  readonly subjectRef: string;
  readonly turn: number;
}

/** False if a later read has been written already, so that this one is stale. */
export async function isNewest(tx: Transaction, { account, subjectRef, turn }: Look): Promise<boolean> {
  const [row] = await tx.query<{ newest: boolean }>(
    'select private.is_newest_settlement($1, $2, $3) as newest',
    [account, subjectRef, turn],
  );
  return row?.newest === true;
}
