import type { z } from 'zod';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';

/** Result of an act: one record, or a list. */
export type ActResult = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** An act of an operator, on the command line or through the running server. */
export interface OperatorAct {
  readonly name: string;
  /** Throws OperatorError for invalid input. */
  prepare(input: unknown): (tx: Transaction, context: ActContext) => Promise<PerformedAct>;
}

/** The installation's context for an act, besides its database. */
export interface ActContext {
  readonly catalogue: Catalogue;
}

export interface PerformedAct {
  readonly result: ActResult;
  /** User that it affects; null for none in particular. */
  readonly userId: string | null;
  /** Figures and ids for the audit: no names, addresses or codes. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The act can't be performed, with a message for the operator. Nothing has happened. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export function operatorAct<Input>(definition: {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  perform(tx: Transaction, input: Input, context: ActContext): Promise<PerformedAct>;
}): OperatorAct {
  return {
    name: definition.name,
    prepare(input) {
      const parsed = definition.input.safeParse(input);
      if (parsed.success) return (tx, context) => definition.perform(tx, parsed.data, context);
      const problems = parsed.error.issues.map(
        (issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`,
      );
      throw new OperatorError(problems.join('\n'));
    },
  };
}

/** The ledger of a large installation takes a while to read. */
const LIMITS = { limit: 60_000, total: 120_000 };

/** Performs an act and audits it, in one transaction. Throws OperatorError. */
export async function performAct(
  { database, ...context }: ActContext & { readonly database: Database },
  act: OperatorAct,
  input: unknown,
): Promise<ActResult> {
  const perform = act.prepare(input);
  return database.transaction(async (tx) => {
    const { result, userId, details } = await perform(tx, context);
    await tx.query('insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)', [
      { action: `operator_${act.name.replaceAll('-', '_')}`, actor: 'operator', user_id: userId, ...details },
      '',
    ]);
    return result;
  }, LIMITS);
}
