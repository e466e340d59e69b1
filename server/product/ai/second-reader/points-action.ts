import { z } from 'zod';
import { oneLine } from '#server/lib/one-line.ts';
import { withoutMarks } from '../contract/words-of.ts';
import type { ActionResult, ChatAction } from '../engine/action.ts';
import { checkerAction } from '../engine/chat-actions.ts';
import type { Seed } from '../engine/tool-spec.ts';
import { answerRoom, readingRoom } from '../models/context-room.ts';
import { cutToTokens, estimateTokens } from '../models/estimate-tokens.ts';
import { POINTS_EXAMPLES } from '../prompts/examples/checking.ts';
import { frame } from '../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../prompts/show-examples.ts';

/** Step that asks whether a text covers the points that its person has asked for. */
export const POINTS = 'points';
const POINTS_TOKENS = 200;

const pointsShape = z.object({ covered: z.string(), missing: z.string() });

/** Asks a model which points a text says something about. It sees the points and the text, and answers ids. */
export function pointsAction(points: readonly string[], text: string, { key, windows }: Seed): ChatAction {
  const rules = `Tell which points a text covers, so that the person learns what is missing of what they asked for. Use no knowledge of your own.

- "covered": a heading or sentence says something about the point, in whatever words or language.
- "missing": no sentence does, or one says that nothing is known about it.
- Each id stands once, in one of the two lists.
${materialRule(key)}
${JSON_ALONE}

${showExamples(POINTS_EXAMPLES)}`;
  const maxTokens = answerRoom(POINTS_TOKENS, windows.checker);
  const asked = frame(
    'points',
    key,
    points.map((point, at) => `[${idOf(at)}] ${oneLine(point)}`),
  );
  const room = Math.max(0, readingRoom(windows.checker, maxTokens) - estimateTokens(asked));
  const ask = [asked, '', frame('text', key, [cutToTokens(withoutMarks(text), room)])].join('\n');
  return checkerAction({ id: POINTS, rules, ask, maxTokens, shape: { name: 'points', schema: pointsShape } });
}

const idsIn = (list: string): readonly string[] => list.match(/\bp\d+\b/g) ?? [];
const idOf = (at: number): string => `p${at + 1}`;

/** Reads which points are covered. One in both lists, or in none, has no verdict. */
export function toCovered(points: readonly string[], result: ActionResult): ReadonlyMap<string, boolean> {
  if (!result.ok || result.kind !== 'chat') return new Map();
  const said = pointsShape.parse(result.value);
  const [covered, missing] = [said.covered, said.missing].map(idsIn);
  return new Map(
    points.flatMap((point, at): [string, boolean][] => {
      const is = covered?.includes(idOf(at)) === true;
      return is === missing?.includes(idOf(at)) ? [] : [[point, is]];
    }),
  );
}
