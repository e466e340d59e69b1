import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGE = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8')));

/** An empty database as created by initdb, made by the build (`tools/build-database.ts`), one per PGlite version. */
export const TEMPLATE = `${ROOT}database/build/pglite-${version}`;
