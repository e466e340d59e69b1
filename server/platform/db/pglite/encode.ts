import { serialize } from 'pg-protocol';
import type { Statement } from '../database.ts';
import type { Work } from '../driver.ts';
import { toParameter } from '../values.ts';
import type { StatementNames } from './statement-names.ts';

export interface Message {
  readonly bytes: Uint8Array;
  /** The texts that this message asks the session to prepare, in order. */
  readonly prepares: readonly string[];
}

export function encodeSql(sql: string): Message {
  return { bytes: joined([serialize.query(sql)]), prepares: [] };
}

export function encodeWork(work: Work, names: StatementNames, begin: boolean): Message {
  const head = begin ? [serialize.query('begin')] : [];
  if ('sql' in work) return { bytes: joined([...head, serialize.query(work.sql)]), prepares: [] };
  return encodeBatch(work.statements, names, head);
}

/** All statements, then one Sync: PostgreSQL makes one transaction of it. */
function encodeBatch(statements: readonly Statement[], names: StatementNames, parts: Buffer[]): Message {
  const prepares: string[] = [];
  for (const { text, values = [] } of statements) {
    const { name, prepared } = names.use(text);
    if (!prepared && !prepares.includes(text)) {
      // Close first: an earlier message may have prepared the name although its answer is not here yet.
      parts.push(serialize.close({ type: 'S', name }), serialize.parse({ name, text }));
      prepares.push(text);
    }
    parts.push(
      serialize.bind({ statement: name, values: values.map(toParameter) }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    );
  }
  for (const name of names.takeForgotten()) parts.push(serialize.close({ type: 'S', name }));
  parts.push(serialize.sync());
  return { bytes: joined(parts), prepares };
}

/** A copy of its own, because it is handed over to the worker. */
function joined(parts: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
