import type { RegionMark } from '#domain/image-region.ts';
import { type DrawnRegion, NO_REGION } from '../form/delegation-choices.ts';

/** Location of a picture in storage. */
export interface StoredFile {
  readonly bucket: string;
  readonly path: string;
}

export interface Region {
  /** Null while there is no picture to mark. */
  readonly file: StoredFile | null;
  readonly isOn: boolean;
  readonly drawn: readonly RegionMark[];
  /** Marks to send; undefined if the whole picture may change. */
  readonly marks: readonly RegionMark[] | undefined;
  /** A part was asked for, but nothing is marked. */
  readonly isMissing: boolean;
  readonly turn: (on: boolean) => void;
  readonly draw: (marks: readonly RegionMark[]) => void;
  /** Returns true if it can be sent, else shows an error beside it. */
  check(): boolean;
}

/** Region state for a picture, stored by its form. A different picture starts without marks. */
export function toRegion(
  file: StoredFile | null,
  [kept, setKept]: readonly [DrawnRegion, (next: DrawnRegion) => void],
): Region {
  const path = file?.path ?? null;
  const now = path !== null && kept.path === path ? kept : { ...NO_REGION, path };
  const change = (part: Partial<DrawnRegion>) => setKept({ ...now, isMissing: false, ...part });
  return {
    file,
    isOn: now.isOn,
    drawn: now.marks,
    marks: now.isOn ? now.marks : undefined,
    isMissing: now.isMissing,
    turn: (isOn) => change({ isOn }),
    draw: (marks) => change({ marks }),
    check: () => {
      const isMissing = now.isOn && now.marks.length === 0;
      if (isMissing) change({ isMissing });
      return !isMissing;
    },
  };
}
