// Fetched with it: what opens over the first view has its words at once.
import '#web/texts/soon.ts';
import { fileStorage } from '../clients/file-storage.ts';
import { liveConnection } from '../clients/live-connection.ts';
import { logProblem } from '../log.ts';
import type { LiveClients } from './live-updates.ts';

export { followLiveUpdates } from './live-updates.ts';

/**
 * All that live updates need, in a file of its own that the first view doesn't wait for. File storage comes along, so
 * that a press on a download needn't wait for its code.
 */
export async function openLive(): Promise<LiveClients['live']> {
  fileStorage().catch((error: unknown) => logProblem('file storage could not be fetched ahead', error));
  return liveConnection();
}
