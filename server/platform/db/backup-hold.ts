/** Lease held while a backup is made, during which files it may copy must not be deleted. */
export interface BackupHold {
  /** Extends the lease to this many milliseconds from now. It expires if the backup dies without renewing it. */
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
