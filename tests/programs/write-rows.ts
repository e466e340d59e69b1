/**
 * A process that writes until it is killed, and prints the number of each row once it was acknowledged.
 * `node write-rows.ts <database> <first number>`
 */
import { writeSync } from 'node:fs';
import { openDatabase } from './open-database.ts';
import { ROWS_SCHEMA, writeRows } from './rows.ts';

const [place = '', first = '0'] = process.argv.slice(2);
const database = await openDatabase(place);
await database.exec(ROWS_SCHEMA);
writeSync(1, 'ready\n');
await writeRows(database, Number(first), (id) => writeSync(1, `${id}\n`));
