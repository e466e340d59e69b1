import { existsSync } from 'node:fs';
import type { Log } from './lib/log.ts';

/** Files by which Docker and Podman mark a container, where root is the image's choice, and confined. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

export interface Surroundings {
  /** Undefined on systems without numeric user ids. */
  readonly userId: number | undefined;
  readonly isContainer: boolean;
}

const surroundings = (): Surroundings => ({
  userId: process.getuid?.(),
  isContainer: CONTAINER_MARKS.some((mark) => existsSync(mark)),
});

/** Warns if run as root: a bug would have access to the whole machine. */
export function warnAboutRoot(log: Log, { userId, isContainer } = surroundings()): void {
  if (userId !== 0 || isContainer) return;
  log.warn(
    "Errand is running as root but doesn't need to. Create a user for it, give that user DATA_DIR (chown -R) and start Errand as that user",
  );
}
