import type { RegionMark } from '#domain/image-region.ts';
import { type DrawnRegion, NO_REGION } from '../form/delegation-choices.ts';

/** Where a picture lies. */
export interface StoredFile {
  readonly bucket: string;
  readonly path: string;
}

export interface Region {
  /** Null while there is no picture on which a part could be marked. */
  readonly file: StoredFile | null;
  readonly isOn: boolean;
  readonly drawn: readonly RegionMark[];
  /** To be sent; undefined where all of the picture may change. */
  readonly marks: readonly RegionMark[] | undefined;
  /** Nothing was marked, although a part was wished for. */
  readonly isMissing: boolean;
  readonly turn: (on: boolean) => void;
  readonly draw: (marks: readonly RegionMark[]) => void;
  /** Whether it can be sent as it is; says so beside it where not. */
  check(): boolean;
}

/** The part of a picture that may change, drawn as its form keeps it. Another picture begins without one. */
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
