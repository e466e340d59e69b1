/** Makes the empty embedded database that a first start copies, unless it is there. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from '#server/platform/db/pglite/create-folder.ts';
import { TEMPLATE } from '#server/platform/db/pglite/template.ts';

mkdirSync(dirname(TEMPLATE), { recursive: true });
await createFolder(TEMPLATE);
