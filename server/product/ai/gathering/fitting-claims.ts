import type { RunNotice } from '#domain/run/run-notices.ts';
import { byMerit, type Claim } from '../evidence/claim.ts';
import { answerRoom, fitting, writingRoom } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';

interface Room {
  /** A claim as its writer is shown it. */
  readonly lineOf: (claim: Claim) => string;
  readonly room: number;
  /** The most useful first, where that is known better than by what their readers have put first. */
  readonly ranked?: readonly Claim[];
}

/**
 * What a writer of at most so many tokens can be told beside its rules. Of it, the project and an earlier answer may
 * take the half that is not the claims', or more where the claims need less.
 */
export function writerRooms(
  claims: readonly Claim[],
  { lineOf, window, most }: Pick<Room, 'lineOf'> & { readonly window: number; readonly most: number },
): Readonly<Record<'all' | 'task', number>> {
  const all = writingRoom(window, answerRoom(most, window));
  if (all === Number.POSITIVE_INFINITY) return { all, task: all };
  const taken = claims.reduce((sum, claim) => sum + estimateTokens(lineOf(claim)) + 1, 0);
  return { all, task: Math.max(all / 2, all - taken) };
}

/** As many claims as a writer has room for, the most useful of them, in their own order. */
export function fittingClaims(
  claims: readonly Claim[],
  { lineOf, room, ranked = byMerit(claims) }: Room,
): readonly Claim[] {
  if (room === Number.POSITIVE_INFINITY) return claims;
  const chosen = new Set(fitting(ranked, (claim) => estimateTokens(lineOf(claim)) + 1, room));
  return claims.filter((claim) => chosen.has(claim));
}

/** Notice for claims that did not fit the writer's context. */
export const leftOutNotices = (shown: number, of: number): RunNotice[] =>
  shown < of ? [{ key: 'notes_left_out', params: { shown, of } }] : [];
