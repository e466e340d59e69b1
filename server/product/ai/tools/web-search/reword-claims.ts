import { z } from 'zod';
import { type LanguageCode, language } from '#domain/languages.ts';
import type { ActionResult, ChatAction } from '../../engine/action.ts';
import { writerAction } from '../../engine/chat-actions.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import { type Claim, verifyAssertion } from '../../evidence/claim.ts';
import { isInLanguage } from '../../gathering/draft.ts';
import type { Page } from '../../gathering/sources.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { cleanText } from '../../language/clean-text.ts';
import { languageInstruction } from '../../language/language-instruction.ts';
import { answerRoom, fitting, readingRoom } from '../../models/context-room.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { REWORD_EXAMPLES } from '../../prompts/examples/writing.ts';
import { frame } from '../../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../../prompts/show-examples.ts';
import type { ToolInput } from '../../tool.ts';

const rewordShape = z.object({ claims: z.array(z.object({ id: z.string(), text: z.string() })) });

/** Step that translates claims into the requested language. */
export const REWORDING = 'reword';

/** Maximum output, above any list of claims in any script. */
const REWORD_TOKENS = 4_000;

/** Returns the claims that aren't verbatim quotes, which are fine in any language. */
export const saidOf = (claims: readonly Claim[]): Claim[] =>
  claims.filter(({ text, quote }) => text !== quote);

/** Whether the claims are in a language, weighted by length. */
export const isSaidInLanguage = (claims: readonly Claim[], code: LanguageCode): boolean =>
  isInLanguage(
    {
      text: saidOf(claims)
        .map(({ text }) => text)
        .join('\n\n'),
    },
    code,
  );

/** Returns the claims to reword; none if nearly all are right. */
export function foreignClaims(claims: readonly Claim[], code: LanguageCode): Claim[] {
  if (isSaidInLanguage(claims, code)) return [];
  return saidOf(claims).filter((claim) => !isKnownToBeIn(claim, code));
}

/** Whether a claim is surely in the language. One too short to tell is reworded too: a right one comes back unchanged. */
function isKnownToBeIn({ text }: Claim, code: LanguageCode): boolean {
  const { isTold, isInLanguage: isRight } = checkLanguage(text, code);
  return isTold && isRight;
}

/** Asks for claims in another language. The model sees neither the task nor a page. */
export function rewordAction(input: ToolInput, { key, windows }: Seed, claims: readonly Claim[]): ChatAction {
  const maxTokens = answerRoom(REWORD_TOKENS, windows.writer);
  const { englishName, ownName } = language(input.language);
  const rules = `Put notes on web pages into ${englishName} (${ownName}), so that the person can read them below the links.

- "text": the note again as one sentence in ${englishName}, with nothing added and nothing left out. Numbers and names stay as they are.
- "id": the id of the note.
${materialRule(key, 'claims')}
${JSON_ALONE}

${showExamples(REWORD_EXAMPLES)}`;
  // Claims without room stay in the page's language, with a notice.
  const room = readingRoom(windows.writer, maxTokens);
  const notes = fitting(claims, ({ id, text }) => estimateTokens(`[${id}] ${text}`) + 1, room);
  const ask = [
    'The notes:',
    frame(
      'claims',
      key,
      notes.map(({ id, text }) => `[${id}] ${text}`),
    ),
    '',
    languageInstruction(input.language),
  ].join('\n');
  return {
    ...writerAction({ rules, ask, maxTokens, temperature: 0 }),
    id: REWORDING,
    need: 'may',
    gathers: true,
    shape: { name: 'rewording', schema: rewordShape },
  };
}

/** Replaces claims by their rewording where its language is right and its numbers are in the quote. */
export function rewordClaims(
  claims: readonly Claim[],
  result: ActionResult,
  { pages, code }: { readonly pages: readonly Page[]; readonly code: LanguageCode },
): readonly Claim[] {
  if (!result.ok || result.kind !== 'chat') return claims;
  const said = rewordShape.parse(result.value).claims;
  return claims.map((claim) => {
    const again = said.find(({ id }) => id === claim.id);
    const page = pages.find(({ id }) => id === claim.source);
    if (!again || !page || isKnownToBeIn(claim, code)) return claim;
    const verified = verifyAssertion({ text: cleanText(again.text), quote: claim.quote }, page);
    return verified && isInLanguage(verified, code) ? { ...claim, text: verified.text } : claim;
  });
}
