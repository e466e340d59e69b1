import { type LanguageCode, language } from '#domain/languages.ts';
import type { ChatAction } from '../engine/action.ts';
import { againAction } from '../engine/chat-actions.ts';
import { languageInstruction } from '../language/language-instruction.ts';

/** Rewrites the text in the requested language. `marks`: tokens to keep unchanged. */
export function rewriteAction(
  write: ChatAction,
  text: string,
  { code, marks = 'ids in brackets' }: { code: LanguageCode; marks?: string },
): ChatAction {
  const { englishName } = language(code);
  const wish = `This is not in ${englishName}. Write the same again, complete, with the same ${marks}, in ${englishName}.`;
  return againAction(write, { id: 'rewrite', text, wish: `${wish}\n\n${languageInstruction(code)}` });
}
