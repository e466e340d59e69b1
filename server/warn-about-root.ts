import { existsSync } from 'node:fs';
import type { Log } from './lib/log.ts';

/** Where Docker and Podman say that this is a container: there root is the image's own affair, and walled in. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

export interface Surroundings {
  /** Undefined where users have no numbers. */
  readonly userId: number | undefined;
  readonly isContainer: boolean;
}

const surroundings = (): Surroundings => ({
  userId: process.getuid?.(),
  isContainer: CONTAINER_MARKS.some((mark) => existsSync(mark)),
});

/** A mistake in a program that runs as root is a mistake with the rights to everything on the machine. */
export function warnAboutRoot(log: Log, { userId, isContainer } = surroundings()): void {
  if (userId !== 0 || isContainer) return;
  log.warn(
    'Errand runs as root and needs no such rights: make a user for it, give that user DATA_DIR (chown -R), and start it as that user',
  );
}
