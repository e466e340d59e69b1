import type { Runner } from './database.ts';

export const DEFAULT_GRANTS = ['narrow', 'supabase'] as const;
/**
 * What the API roles may do with tables, sequences and functions that are added to the schema public: nothing until it
 * is granted, or everything, as SQL that was written for Supabase takes for granted.
 */
export type DefaultGrants = (typeof DEFAULT_GRANTS)[number];

const KINDS = ['tables', 'sequences', 'functions'] as const;
const ROLES = 'anon, authenticated, service_role';

/** Holds for what the connecting user creates from now on; what is there keeps its grants. */
export async function setDefaultGrants(runner: Runner, grants: DefaultGrants): Promise<void> {
  if (grants === 'narrow' && !(await isWide(runner))) return; // a start must not write for nothing
  const [verb, to] = grants === 'supabase' ? (['grant', 'to'] as const) : (['revoke', 'from'] as const);
  await runner.exec(
    KINDS.map(
      (kind) => `alter default privileges in schema public ${verb} all on ${kind} ${to} ${ROLES};`,
    ).join('\n'),
  );
}

async function isWide(runner: Runner): Promise<boolean> {
  const wide = await runner.query(
    `select from pg_default_acl where defaclnamespace = 'public'::regnamespace
        and defaclacl::text ~ '(anon|authenticated|service_role)=' limit 1`,
  );
  return wide.length > 0;
}

/**
 * The tables of a migration are born with grants of their own: with wide ones before them, everybody could write
 * credits. Does nothing in a database that has no API roles yet.
 */
export async function narrowDefaultGrants(runner: Runner): Promise<void> {
  const [answer] = await runner.query<{ has_roles: boolean }>(
    `select to_regrole('anon') is not null and to_regrole('authenticated') is not null
        and to_regrole('service_role') is not null as has_roles`,
  );
  if (answer?.has_roles) await setDefaultGrants(runner, 'narrow');
}
