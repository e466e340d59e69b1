/** While a backup is made: what it copies must not be taken away under its hands. */
export interface BackupHold {
  /** For so many milliseconds from now; whoever makes the backup asks again in time, and a dead one is forgotten. */
  extend(milliseconds: number): void;
  release(): void;
  isHeld(): boolean;
}

export function createBackupHold(now: () => number = () => performance.now()): BackupHold {
  let until = Number.NEGATIVE_INFINITY;
  return {
    extend(milliseconds) {
      until = now() + milliseconds;
    },
    release() {
      until = Number.NEGATIVE_INFINITY;
    },
    isHeld: () => now() < until,
  };
}
