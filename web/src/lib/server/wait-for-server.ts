import { onlineManager } from '@tanstack/react-query';

/** A restart is over in seconds, so the first look comes soon; an outage is not shortened by asking. */
const FIRST_LOOK_MS = 1000;
const LAST_LOOK_MS = 15_000;

let isLooking = false;

/**
 * Call it when the server was not reached, or is out of order. From then on everything waits as it does without a
 * network (changes are kept on the device, and survive a reload), until the server says that it is well again.
 */
export function waitForServer(): void {
  // Also while it is being looked for: the network coming back says nothing about the server.
  onlineManager.setOnline(false);
  if (isLooking) return;
  isLooking = true;
  void look(FIRST_LOOK_MS);
}

async function look(wait: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (!(await isWell())) return look(Math.min(wait * 2, LAST_LOOK_MS));
  isLooking = false;
  onlineManager.setOnline(true);
}

/** Somebody does not want to wait for the next look. If the server is well, everything goes on. */
export async function lookNow(): Promise<void> {
  if (await isWell()) onlineManager.setOnline(true);
}

async function isWell(): Promise<boolean> {
  try {
    const response = await fetch('/health', { signal: AbortSignal.timeout(LAST_LOOK_MS) });
    return response.ok;
  } catch {
    // Not there yet: that is what is being found out.
    return false;
  }
}
