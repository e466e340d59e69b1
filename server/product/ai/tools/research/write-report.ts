import { WORDS } from '#domain/contract/contract-of.ts';
import type { ChatAction } from '../../engine/action.ts';
import { writerAction } from '../../engine/chat-actions.ts';
import { byMerit, type Claim } from '../../evidence/claim.ts';
import { CITING_RULE, COMPUTING_RULE, claimLine } from '../../gathering/claim-line.ts';
import { EARLIER_ANSWER } from '../../gathering/earlier-pages.ts';
import { fittingClaims, writerRooms } from '../../gathering/fitting-claims.ts';
import { languageInstruction, languageSentence } from '../../language/language-instruction.ts';
import { answerRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { REPORT_EXAMPLES } from '../../prompts/examples/writing.ts';
import { frame, frameTask, joinParts, personAdds } from '../../prompts/frame-task.ts';
import { materialRule, showExamples } from '../../prompts/show-examples.ts';
import { openPoints, pointsOf, type ResearchState } from './state.ts';

/** Maximum claims that a report of the allowed length can use. */
export const CLAIMS_SHOWN = 70;

export const REPORT_TOKENS = 4_000;

const roomsOf = ({ seed: { windows }, claims, pages, input }: ResearchState) =>
  writerRooms(claims, {
    lineOf: (claim) => claimLine(claim, pages, input.language),
    window: windows.writer,
    most: REPORT_TOKENS,
  });

/** Returns the claims that the writer can use and has room for. */
export function claimsShown(state: ResearchState): readonly Claim[] {
  const { input, seed, brief, pages } = state;
  const rooms = roomsOf(state);
  const { task, project, about, wish, answers, change, previous } = frameTask(input, seed.key, rooms.task);
  const open = openPoints(state).map(({ text }) => text);
  const around = [task, project?.text, about?.text, wish, answers, change, previous, brief, ...open].join(
    '\n',
  );
  const room = rooms.all - estimateTokens(around);
  const lineOf = (claim: Claim): string => claimLine(claim, pages, input.language);
  return chooseClaims(state, { atMost: CLAIMS_SHOWN, lineOf, room });
}

/** Asks for the report. The writer sees verified claims and no page. */
export function reportAction(state: ResearchState): ChatAction {
  const { input, seed, brief, pages } = state;
  const { today, key, windows } = seed;
  const { task, project, about, wish, answers, change, previous } = frameTask(
    input,
    key,
    roomsOf(state).task,
  );
  const open = openPoints(state);
  const rules = `Write the report of a web research that lets the person decide or act, from claims that were found and checked.

- Begin with a heading (##) of one sentence that says what it comes to, then what matters most. Then a section (###) for each part, as short as it can be; a table where things are compared. End with what the person can do now. At most ${WORDS.report.most} words.
${CITING_RULE}
${COMPUTING_RULE}
- Where something stayed open, say so in its place.
- GitHub-flavoured Markdown without links, pictures, HTML, code or a list of sources, which is added.
${materialRule(key)}
- Today is ${today}.

${showExamples(REPORT_EXAMPLES)}

${languageInstruction(input.language)}`;
  const ask = joinParts([
    'The task:',
    task,
    project && `It belongs to this project:\n${project.text}`,
    about && about.text,
    personAdds(wish),
    answers,
    previous && `${EARLIER_ANSWER}\n${frame('answer', key, [previous])}`,
    personAdds(change),
    `The research: ${brief ?? ''}`,
    'The claims:',
    frame(
      'claims',
      key,
      byQuestion(state, claimsShown(state)).map((claim) => claimLine(claim, pages, input.language)),
    ),
    open.length > 0 ? `Nothing was found about:\n${open.map(({ text }) => `- ${text}`).join('\n')}` : null,
    languageSentence(input.language),
  ]);
  const maxTokens = answerRoom(REPORT_TOKENS, windows.writer);
  return writerAction({ rules, ask, maxTokens, temperature: 0.3 });
}

/** Groups claims by point, in the order of the plan. */
function byQuestion(state: ResearchState, claims: readonly Claim[]): Claim[] {
  const order = pointsOf(state).map(({ id }) => id);
  const placeOf = ({ answers }: Claim): number => {
    const places = answers.map((id) => order.indexOf(id)).filter((place) => place !== -1);
    return places.length > 0 ? Math.min(...places) : order.length;
  };
  return claims.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Chooses as many claims as a report can use: in turn one for each answered point, its best first, then claims without
 * a point. Returns them in the order in which they were noted.
 */
function chooseClaims(
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
