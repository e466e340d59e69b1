import { authClient } from '../clients/auth-client.ts';
import { dataApi } from '../clients/data-api.ts';
import { liveConnection } from '../clients/live-connection.ts';
import type { LiveClients } from './live-updates.ts';

export { followLiveUpdates } from './live-updates.ts';

/** All that live updates need, in a file of its own that the first view doesn't wait for. */
export async function liveClients(): Promise<LiveClients> {
  const [live, server, auth] = await Promise.all([liveConnection(), dataApi(), authClient()]);
  return { live, server, auth };
}
