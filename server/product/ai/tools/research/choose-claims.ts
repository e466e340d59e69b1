import { byMerit, type Claim } from '../../evidence/claim.ts';
import { fittingClaims } from '../../gathering/fitting-claims.ts';
import { pointsOf, type ResearchState } from './research-state.ts';

/**
 * As many claims as a report can use: in turn one of each point that is answered, its best first, then what answers
 * none. In the order in which they were noted.
 */
export function chooseClaims(
  state: Pick<ResearchState, 'questions' | 'claims'>,
  {
    atMost,
    ...room
  }: { readonly atMost: number; readonly lineOf: (claim: Claim) => string; readonly room: number },
): readonly Claim[] {
  const ranked = byMerit(state.claims);
  const queues = pointsOf(state).map(({ id }) => ranked.filter(({ answers }) => answers.includes(id)));
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_turn, turn) =>
    queues.flatMap((queue) => queue[turn] ?? []),
  );
  const best = [...new Set([...inTurn.flat(), ...ranked])].slice(0, atMost);
  const chosen = new Set(best);
  return fittingClaims(
    state.claims.filter((claim) => chosen.has(claim)),
    { ...room, ranked: best },
  );
}
