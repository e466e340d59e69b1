import type { Claim } from '../../evidence/claim.ts';
import { pointsOf, type ResearchState } from './research-state.ts';

/**
 * As many claims as a report can use: in turn one of each point that is answered, its best first, then what answers
 * none. In the order in which they were noted.
 */
export function chooseClaims(state: Pick<ResearchState, 'questions' | 'claims'>, atMost: number): Claim[] {
  const ranked = byMerit(state.claims);
  const queues = pointsOf(state).map(({ id }) => ranked.filter(({ answers }) => answers.includes(id)));
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_turn, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  );
  const chosen = new Set([...new Set([...inTurn.flat(), ...ranked])].slice(0, atMost));
  return state.claims.filter((claim) => chosen.has(claim));
}

/** Those whose quotes stand letter by letter before others; then of each page the one that its reader has put first. */
function byMerit(claims: readonly Claim[]): Claim[] {
  const noted = new Map<string, number>();
  return claims
    .map((claim) => {
      const place = noted.get(claim.source) ?? 0;
      noted.set(claim.source, place + 1);
      return { claim, place, isNear: Number(claim.verdict !== 'exact') };
    })
    .toSorted((a, b) => a.isNear - b.isNear || a.place - b.place)
    .map(({ claim }) => claim);
}
