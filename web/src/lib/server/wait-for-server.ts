import { onlineManager } from '@tanstack/react-query';

/** Exponential backoff: a restart is over in seconds, so the first check comes soon. */
const FIRST_LOOK_MS = 1000;
const LAST_LOOK_MS = 15_000;

let isLooking = false;

/**
 * Call when the server wasn't reached or is failing. Pauses everything as if offline (changes are kept on the
 * device and survive a reload) until its health check passes.
 */
export function waitForServer(): void {
  // Even while checking: the network's return says nothing about the server.
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

/** Checks at once, for a user who doesn't want to wait. */
export async function lookNow(): Promise<void> {
  if (await isWell()) onlineManager.setOnline(true);
}

async function isWell(): Promise<boolean> {
  try {
    const response = await fetch('/health', { signal: AbortSignal.timeout(LAST_LOOK_MS) });
    return response.ok;
  } catch {
    // Not reachable yet, which is what this checks.
    return false;
  }
}
