import type { TextImage } from '#server/providers/text-model/text-model.ts';
import { type FileWork, FileWorkError } from '../../files/file-work.ts';
import { PAGE_EDGE } from './prepare-picture.ts';

/** A file of which so many pages can't be drawn is damaged, or made to keep a child busy. */
const FAILURES_MAX = 3;

export interface DrawnScan {
  /** Counts from 1. */
  readonly number: number;
  readonly picture: TextImage;
}

/** Draws pages of a PDF to be looked at. Blank ones, and those that can't be drawn, are left out. */
export async function drawScans(
  fileWork: Pick<FileWork, 'drawPage'>,
  { bytes, numbers }: { readonly bytes: Buffer; readonly numbers: readonly number[] },
  signal: AbortSignal,
): Promise<readonly DrawnScan[]> {
  const drawn: DrawnScan[] = [];
  let failures = 0;
  // Each in a child of its own: one that takes too much doesn't affect the others.
  for (const page of numbers) {
    const made = await orNull(fileWork.drawPage({ bytes, page, edge: PAGE_EDGE }, signal));
    if (made === null) failures += 1;
    if (failures === FAILURES_MAX) break;
    if (made === null || made.isBlank) continue;
    drawn.push({ number: page, picture: { type: made.type, bytes: made.bytes } });
  }
  return drawn;
}

/** Null for a page that can't be extracted: the others are read all the same. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof FileWorkError) return null;
    throw error;
  });
