/**
 * Writes `database/schema.sql`: what all migrations together make of an empty database, to be read and to be compared.
 * `node tools/dump-schema.ts [--check]`
 */
import { describeFunctions } from './schema/describe-functions.ts';
import { describeSchemas } from './schema/describe-schemas.ts';
import { describeTables } from './schema/describe-tables.ts';
import { writeGenerated } from './schema/generated-file.ts';
import { onMigratedDatabase } from './schema/migrated-database.ts';

const HEAD = `-- The database after all migrations, read from its catalogue. Made by tools/dump-schema.ts: do not edit.
-- Owners and their own rights are left out.
`;

const dump = await onMigratedDatabase(async (database) => {
  await database.exec("set search_path = ''"); // so that every name is written with its schema
  const parts = [HEAD];
  for (const { name, sql } of await describeSchemas(database)) {
    const tables = await describeTables(database, name);
    const functions = await describeFunctions(database, name);
    if (tables.length + functions.length === 0 && sql === '') continue;
    parts.push(`-- ${'='.repeat(110)}\n-- ${name}\n`, sql, ...tables, ...functions);
  }
  return parts.filter((part) => part !== '').join('\n');
});
writeGenerated('database/schema.sql', dump, 'node tools/dump-schema.ts');
