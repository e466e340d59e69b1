import type { Log } from '#server/lib/log.ts';
import { DatabaseError, type Runner } from './database.ts';

export const DEFAULT_GRANTS = ['narrow', 'supabase'] as const;
/**
 * What the API roles may do with tables, sequences and functions that are added to the schema public: nothing until it
 * is granted, or everything, as SQL that was written for Supabase takes for granted. That SQL also expects that everybody
 * may execute a function of any schema whose USAGE they have, a schema `extensions`, and a role `authenticator`.
 */
export type DefaultGrants = (typeof DEFAULT_GRANTS)[number];

const KINDS = ['tables', 'sequences', 'functions'] as const;
const ROLES = 'anon, authenticated, service_role';

/** Brings the database to what the operator has chosen. What was added under another choice stays as it is. */
export async function chooseDefaultGrants(
  runner: Runner,
  { grants, log }: { readonly grants: DefaultGrants; readonly log: Log },
): Promise<void> {
  await setDefaultGrants(runner, grants);
  if (grants === 'narrow') return;
  await openFilesToVisitors(runner);
  await addExtensionSchema(runner);
  await addAuthenticator(runner, log);
}

/** Holds for what the connecting user creates from now on; what is there keeps its grants. */
export async function setDefaultGrants(runner: Runner, grants: DefaultGrants): Promise<void> {
  if (grants === 'narrow' && !(await isWide(runner))) return; // a start must not write for nothing
  const [verb, to] = grants === 'supabase' ? (['grant', 'to'] as const) : (['revoke', 'from'] as const);
  await runner.exec(
    [
      ...KINDS.map(
        (kind) => `alter default privileges in schema public ${verb} all on ${kind} ${to} ${ROLES};`,
      ),
      // A schema can only add to this one, which holds for all of them. Who has no USAGE of a schema executes nothing.
      `alter default privileges ${verb} execute on functions ${to} public;`,
    ].join('\n'),
  );
}

/** PostgreSQL keeps no row where everybody may execute new functions: that is its own default. */
async function isWide(runner: Runner): Promise<boolean> {
  const [answer] = await runner.query<{ is_wide: boolean }>(
    `select exists (select from pg_default_acl where defaclnamespace = 'public'::regnamespace
          and defaclacl::text ~ '(anon|authenticated|service_role)=')
        or not exists (select from pg_default_acl where defaclnamespace = 0 and defaclobjtype = 'f'
          and defaclrole = current_user::regrole and defaclacl::text !~ '[{,]=X') as is_wide`,
  );
  return answer?.is_wide ?? true;
}

/** Policies that open a bucket to visitors suffice on Supabase: the grants are there from the start. */
async function openFilesToVisitors(runner: Runner): Promise<void> {
  await runner.exec(`
    do $$
    begin
      if not has_table_privilege('anon', 'storage.objects', 'insert') then
        grant insert, update, delete on storage.objects to anon;
      end if;
    end
    $$`);
}

/** The search path of requests names it already; a schema that is not there is skipped. */
async function addExtensionSchema(runner: Runner): Promise<void> {
  await runner.exec(`
    do $$
    begin
      if to_regnamespace('extensions') is null then
        create schema extensions;
        grant usage on schema extensions to ${ROLES};
      end if;
    end
    $$`);
}

/** Settings such as `pgrst.db_plan_enabled` are given to it. Nobody logs in as it, and nothing reads them. */
async function addAuthenticator(runner: Runner, log: Log): Promise<void> {
  try {
    // Roles belong to the whole server: losing the race against another database is no error.
    await runner.exec(`
      do $$
      begin
        if to_regrole('authenticator') is null then create role authenticator noinherit nologin; end if;
      exception when duplicate_object or unique_violation then
        null;
      end
      $$`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    log.warn('DEFAULT_GRANTS=supabase: the database user may not create the role authenticator', { error });
  }
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
