import { afterAll, describe, inject } from 'vitest';
import { isLong } from '#tests/long-run.ts';
import { testFiles } from './files.ts';
import { testLiveUpdates } from './live.ts';
import { testRows } from './rows.ts';
import { openTwoUsers, type TwoUsers } from './two-users.ts';

let world: Promise<TwoUsers> | undefined;
/** One program for all: it takes longer to start it, and to let two people live a little, than to ask. */
const opened = (): Promise<TwoUsers> => {
  world ??= openTwoUsers();
  return world;
};
afterAll(async () => (await world)?.program.close());

/** What is the same on either database: once, except in the long run. */
const describeOnce = describe.runIf(inject('postgresUrl') === null || isLong);

describeOnce('rows', () => testRows(opened));
describeOnce('files', () => testFiles(opened));
describe('live updates', () => testLiveUpdates(opened));
