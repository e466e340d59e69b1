/**
 * Writes `domain/database.types.ts`: the schema `public` as supabase-js's `createClient<Database>` wants it.
 * `node tools/generate-types.ts [--check]`
 */
import { writeGenerated } from './schema/generated-file.ts';
import { onMigratedDatabase } from './schema/migrated-database.ts';
import { readFunctions } from './schema/read-functions.ts';
import { readTables } from './schema/read-tables.ts';
import { renderTypes } from './schema/render-types.ts';

const types = await onMigratedDatabase(async (database) =>
  renderTypes(await readTables(database), await readFunctions(database)),
);
writeGenerated('domain/database.types.ts', types, 'node tools/generate-types.ts');
