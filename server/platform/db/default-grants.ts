import type { Log } from '#server/lib/log.ts';
import { DatabaseError, type Runner } from './database.ts';

export const DEFAULT_GRANTS = ['narrow', 'supabase'] as const;
/**
 * Privileges of the API roles on new tables, sequences and functions in the schema public: none until granted
 * (narrow), or all (wide), as SQL written for Supabase assumes. That SQL also expects everyone to have EXECUTE on
 * functions of any schema they have USAGE on, a schema `extensions`, and a role `authenticator`.
 */
export type DefaultGrants = (typeof DEFAULT_GRANTS)[number];

const KINDS = ['tables', 'sequences', 'functions'] as const;
const ROLES = 'anon, authenticated, service_role';

/** Applies the operator's choice. Objects created under an earlier choice keep their grants. */
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

/** Applies to objects that the connecting user creates from now on. */
export async function setDefaultGrants(runner: Runner, grants: DefaultGrants): Promise<void> {
  if (grants === 'narrow' && !(await isWide(runner))) return; // avoid a write at each start
  const [verb, to] = grants === 'supabase' ? (['grant', 'to'] as const) : (['revoke', 'from'] as const);
  await runner.exec(
    [
      ...KINDS.map(
        (kind) => `alter default privileges in schema public ${verb} all on ${kind} ${to} ${ROLES};`,
      ),
      // Per-schema defaults can only add to this one, which applies to all schemas. Without USAGE on a schema,
      // nothing in it can be executed.
      `alter default privileges ${verb} execute on functions ${to} public;`,
    ].join('\n'),
  );
}

/** PostgreSQL stores no row while everyone may execute new functions, since that is its built-in default. */
async function isWide(runner: Runner): Promise<boolean> {
  const [answer] = await runner.query<{ is_wide: boolean }>(
    `select exists (select from pg_default_acl where defaclnamespace = 'public'::regnamespace
          and defaclacl::text ~ '(anon|authenticated|service_role)=')
        or not exists (select from pg_default_acl where defaclnamespace = 0 and defaclobjtype = 'f'
          and defaclrole = current_user::regrole and defaclacl::text !~ '[{,]=X') as is_wide`,
  );
  return answer?.is_wide ?? true;
}

/** On Supabase, policies alone can open a bucket to visitors, because the grants exist from the start. */
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

/** The requests' search path includes it already; a missing schema is skipped. */
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

/**
 * Some scripts apply settings such as `pgrst.db_plan_enabled` to it. It has no login, and the settings are ignored.
 */
async function addAuthenticator(runner: Runner, log: Log): Promise<void> {
  try {
    // Roles are shared by the whole server: losing the race against another database is no error.
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
    log.warn("DEFAULT_GRANTS=supabase: the database user isn't allowed to create the role authenticator", {
      error,
    });
  }
}

/**
 * Tables created by a migration set their own grants: with wide defaults, everyone could write credits. Does nothing
 * in a database without the API roles.
 */
export async function narrowDefaultGrants(runner: Runner): Promise<void> {
  const [answer] = await runner.query<{ has_roles: boolean }>(
    `select to_regrole('anon') is not null and to_regrole('authenticated') is not null
        and to_regrole('service_role') is not null as has_roles`,
  );
  if (answer?.has_roles) await setDefaultGrants(runner, 'narrow');
}
