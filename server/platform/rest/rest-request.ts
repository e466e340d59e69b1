import type { Caller } from '../db/caller.ts';
import type { Statement } from '../db/database.ts';
import type { MediaType } from './parse/parse-accept.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import type { Target } from './parse/parse-target.ts';
import type { RequestBody } from './read-body.ts';
import type { ExposedSchema } from './schema/schema.ts';
import type { TableFacts } from './schema/table-facts.ts';

/** What a request asks for by its method, address and headers. Equal requests of different callers share it. */
export interface Asked {
  readonly url: URL;
  /** The path after the base: `/tasks`. */
  readonly path: string;
  readonly target: Target;
  readonly schema: ExposedSchema;
  /** Facts about its tables, by name. */
  readonly facts: ReadonlyMap<string, TableFacts>;
  readonly preferences: Preferences;
  readonly media: MediaType;
  /** The `Range` of a GET. */
  readonly range: string | null;
  /** Cap on the rows of every list in the answer. */
  readonly maxRows: number;
  /** True if its writes are rolled back after they are answered. */
  readonly rollsBack: boolean;
}

/** A request with its caller, schema and headers resolved. */
export interface RestRequest extends Asked {
  readonly asked: Asked;
  readonly request: Request;
  readonly body: RequestBody;
  readonly caller: Caller;
  /** The client's address, as seen in front of any proxy. */
  readonly ip: string;
}

/** Runs statements as the caller. */
export interface Run {
  /** Read-only, in one round trip; returns the rows of each statement. */
  read(request: RestRequest, statements: readonly Statement[]): Promise<readonly AnswerRow[]>;
  /** The same of rows that have only to be looked up, which a standby may do. */
  list(request: RestRequest, statements: readonly Statement[]): Promise<readonly AnswerRow[]>;
  /** Commits, unless the request rolls back. */
  write(request: RestRequest, statement: Statement): Promise<AnswerRow>;
  /** Commits only if `accept` doesn't throw and the request doesn't roll back; costs one more round trip. */
  writeIf(request: RestRequest, statement: Statement, accept: (row: AnswerRow) => void): Promise<AnswerRow>;
  /** Returns all rows of an EXPLAIN. Anything it executed is rolled back. */
  explain(request: RestRequest, statement: Statement, isReadOnly: boolean): Promise<readonly AnswerRow[]>;
}

/** The single row that every statement of this room returns; its columns depend on the statement. */
export type AnswerRow = Readonly<Record<string, unknown>>;
