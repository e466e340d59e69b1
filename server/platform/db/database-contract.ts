import { afterAll, beforeAll, describe } from 'vitest';
import { describeClosing } from './contract/closing.ts';
import { describeLimits } from './contract/limits.ts';
import { describeNotifications } from './contract/notifications.ts';
import { describeStatements } from './contract/statements.ts';
import { describeTransactions } from './contract/transactions.ts';
import { describeValues } from './contract/values.ts';
import type { Database } from './database.ts';

export interface OpenedDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

export interface Engine {
  /** Opens a fresh database. */
  open(options?: { readonly limit?: number; readonly maxQueue?: number }): Promise<OpenedDatabase>;
  /** Kills the engine or the listening connection. */
  interrupt(database: Database): Promise<void>;
}

/** Contract tests for all engines, covering each promise of `database.ts`. */
export function describeDatabase(name: string, engine: Engine): void {
  describe(`the database on ${name}`, () => {
    let opened: OpenedDatabase;
    beforeAll(async () => {
      opened = await engine.open();
    });
    afterAll(() => opened.close());
    const database = (): Database => opened.database;

    describeValues(database);
    describeStatements(database);
    describeTransactions(database);
    describeNotifications(database, engine);
    describeLimits(database);
    describeClosing(engine);
  });
}
