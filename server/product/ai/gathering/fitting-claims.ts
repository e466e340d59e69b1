import type { RunNotice } from '#domain/run/run-notices.ts';
import { byMerit, type Claim } from '../evidence/claim.ts';
import { answerRoom, fitting, writingRoom } from '../models/context-room.ts';
import { estimateTokens } from '../models/estimate-tokens.ts';

interface Room {
  /** A claim as shown to its writer. */
  readonly lineOf: (claim: Claim) => string;
  readonly room: number;
  /** Most useful first, if known better than by the readers' order. */
  readonly ranked?: readonly Claim[];
}

/**
 * Tokens left for a writer besides its rules. Project and earlier answer may take the half that isn't for
 * claims, or more if the claims need less.
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

/** The most useful claims that fit, in their original order. */
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
