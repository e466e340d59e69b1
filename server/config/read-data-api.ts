import { DEFAULT_GRANTS, type DefaultGrants } from '../platform/db/default-grants.ts';
import { REST_SETTINGS, type RestSettings, TX_ENDS } from '../platform/rest/rest-settings.ts';
import type { EnvironmentReader } from './read-environment.ts';

export interface DataApiConfig extends RestSettings {
  /** Privileges of the API roles on tables that an operator adds. */
  readonly defaultGrants: DefaultGrants;
}

/** Schemas that only the server may read, whatever the grants. */
const INTERNAL = ['auth', 'migrations', 'private', 'information_schema'];

/** The settings are named as in PostgREST. */
export function readDataApi(env: EnvironmentReader): DataApiConfig {
  const schemas = env.list('PGRST_DB_SCHEMAS');
  if (schemas.some((name) => INTERNAL.includes(name) || name.startsWith('pg_'))) {
    env.problem(`PGRST_DB_SCHEMAS: must not name ${INTERNAL.join(', ')} or pg_…`);
  }
  return {
    schemas: schemas.length === 0 ? REST_SETTINGS.schemas : schemas,
    txEnd: env.choice('PGRST_DB_TX_END', REST_SETTINGS.txEnd, TX_ENDS),
    plans: ['on', 'true'].includes(
      env.choice('PGRST_DB_PLAN_ENABLED', 'off', ['on', 'off', 'true', 'false']),
    ),
    defaultGrants: env.choice('DEFAULT_GRANTS', 'narrow', DEFAULT_GRANTS),
  };
}
