import { runAsCaller, transactionAsCaller } from '../db/as-caller.ts';
import type { Database, Result } from '../db/database.ts';
import type { AnswerRow, RestRequest, Run } from './rest-request.ts';
import { quoteName } from './sql/quote.ts';

/** Binds the pipeline to a database: every statement runs under the caller's role and within `limit` milliseconds. */
export function createRun(database: Database, limit: number): Run {
  return {
    async read(request, statements) {
      const options = { settings: settingsOf(request), readOnly: true, limit };
      return (await runAsCaller(database, request.caller, statements, options)).map(rowOf);
    },
    async write(request, statement) {
      const options = { settings: settingsOf(request), limit };
      return rowOf((await runAsCaller(database, request.caller, [statement], options))[0]);
    },
    writeIf(request, statement, accept) {
      const options = { settings: settingsOf(request), limit };
      return transactionAsCaller(
        database,
        request.caller,
        async (tx) => {
          const row = rowOf((await tx.batch([statement]))[0]);
          accept(row);
          return row;
        },
        options,
      );
    },
  };
}

function rowOf(result: Result | undefined): AnswerRow {
  return result?.rows[0] ?? {};
}

/** What SQL may ask about the request: `current_setting('request.headers', true)::json`. */
function settingsOf({ request, path, schema }: RestRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) headers[name] = value;
  return {
    'request.method': request.method,
    'request.path': path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': JSON.stringify(cookiesOf(headers['cookie'])),
    search_path: schema.name === 'public' ? 'public' : `${quoteName(schema.name)}, public`,
  };
}

function cookiesOf(header: string | undefined): Record<string, string> {
  if (header === undefined) return {};
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs.map(([name = '', ...rest]) => [name, rest.join('=')]));
}
