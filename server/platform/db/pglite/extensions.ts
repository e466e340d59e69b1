import type { Extension } from '@electric-sql/pglite';

type Load = () => Promise<Extension>;

/** The moddatetime bundle contains all of PostgreSQL's `spi`. */
const spi: Load = async () => (await import('@electric-sql/pglite/contrib/moddatetime')).moddatetime;

/** Extensions that Supabase offers and PGlite's package includes, by their name in `create extension`. */
const BUNDLES: Readonly<Record<string, Load>> = {
  autoinc: spi,
  btree_gin: async () => (await import('@electric-sql/pglite/contrib/btree_gin')).btree_gin,
  btree_gist: async () => (await import('@electric-sql/pglite/contrib/btree_gist')).btree_gist,
  citext: async () => (await import('@electric-sql/pglite/contrib/citext')).citext,
  fuzzystrmatch: async () => (await import('@electric-sql/pglite/contrib/fuzzystrmatch')).fuzzystrmatch,
  hstore: async () => (await import('@electric-sql/pglite/contrib/hstore')).hstore,
  insert_username: spi,
  ltree: async () => (await import('@electric-sql/pglite/contrib/ltree')).ltree,
  moddatetime: spi,
  pg_trgm: async () => (await import('@electric-sql/pglite/contrib/pg_trgm')).pg_trgm,
  pgcrypto: async () => (await import('@electric-sql/pglite/contrib/pgcrypto')).pgcrypto,
  refint: spi,
  tablefunc: async () => (await import('@electric-sql/pglite/contrib/tablefunc')).tablefunc,
  unaccent: async () => (await import('@electric-sql/pglite/contrib/unaccent')).unaccent,
  'uuid-ossp': async () => (await import('@electric-sql/pglite/contrib/uuid_ossp')).uuid_ossp,
};

export const EXTENSIONS: readonly string[] = Object.keys(BUNDLES);

/** Loads the bundles of these extensions, which is only possible when an engine starts. Unknown ones are skipped. */
export async function loadExtensions(names: readonly string[]): Promise<Record<string, Extension>> {
  const loads = new Set(names.flatMap((name) => BUNDLES[name] ?? []));
  const bundles = await Promise.all([...loads].map((load) => load()));
  return Object.fromEntries(bundles.map((bundle) => [bundle.name, bundle]));
}
