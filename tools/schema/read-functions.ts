import type { Database } from '#server/platform/db/database.ts';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly hasDefault: boolean;
}

export interface FunctionShape {
  readonly name: string;
  readonly input: readonly Field[];
  /** Columns of `returns table (…)` and `out` parameters. */
  readonly output: readonly Field[];
  readonly returns: string;
  /** The table or view whose rows it returns. */
  readonly returnsRowOf: string | null;
  readonly isSet: boolean;
}

interface Row {
  readonly name: string;
  readonly arguments: (Field & { readonly mode: 'i' | 'o' | 'b' | 'v' | 't' })[] | null;
  readonly returns: string;
  readonly returns_row_of: string | null;
  readonly is_set: boolean;
}

/** What `rpc` can call in `public`. */
export async function readFunctions(database: Database): Promise<FunctionShape[]> {
  const rows = await database.query<Row>(FUNCTIONS);
  return rows.map((row) => {
    const all = row.arguments ?? [];
    return {
      name: row.name,
      input: all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v'),
      output: all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't'),
      returns: row.returns,
      returnsRowOf: row.returns_row_of,
      isSet: row.is_set,
    };
  });
}

/** Defaults belong to the last input parameters. */
const FUNCTIONS = `
  select p.proname as name, p.proretset as is_set, r.typname as returns,
    (select relname from pg_class where oid = r.typrelid and r.typrelid <> 0) as returns_row_of,
    (
      select jsonb_agg(jsonb_build_object(
        'name', coalesce(p.proargnames[at], ''), 'type', t.typname, 'mode', coalesce(p.proargmodes[at], 'i'),
        'hasDefault', coalesce(p.proargmodes[at], 'i') in ('i', 'b', 'v') and at > p.pronargs - p.pronargdefaults
      ) order by at)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (type, at)
      join pg_type t on t.oid = a.type
    ) as arguments
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and r.typname <> 'trigger'
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;
