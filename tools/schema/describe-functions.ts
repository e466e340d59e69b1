import type { Database } from '#server/platform/db/database.ts';
import { describeGrants } from './describe-grants.ts';

/** PostgreSQL's own rendering; a function without any right is one that only its owner may call. */
export async function describeFunctions(database: Database, schema: string): Promise<string[]> {
  const functions = await database.query<{
    sql: string;
    target: string;
    acl: string[] | null;
    owner: string;
  }>(
    `select pg_get_functiondef(p.oid) as sql, p.proacl::text[] as acl, pg_get_userbyid(p.proowner) as owner,
       format('function %I.%I(%s)', $1::text, p.proname, pg_get_function_identity_arguments(p.oid)) as target
     from pg_proc p
     where p.pronamespace = $1::regnamespace and p.prokind in ('f', 'p')
     order by p.proname, pg_get_function_identity_arguments(p.oid)`,
    [schema],
  );
  return functions.map(({ sql, target, acl, owner }) => {
    const all =
      acl === null ? `-- everybody may execute ${target}\n` : describeGrants(target, owner, [{ acl }]);
    return `${sql.trimEnd()};\n${all}`;
  });
}
