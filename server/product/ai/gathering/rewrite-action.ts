import { type LanguageCode, language } from '#domain/languages.ts';
import type { ChatAction } from '../engine/action.ts';
import { languageInstruction } from '../language-instruction.ts';

/** Once more, in the language that was asked for. */
export function rewriteAction(write: ChatAction, text: string, code: LanguageCode): ChatAction {
  const { englishName } = language(code);
  const wish = `This is not in ${englishName}. Write the same again, complete, with the same ids in brackets, in ${englishName}.`;
  return {
    ...write,
    id: 'rewrite',
    need: 'may',
    messages: [
      ...write.messages,
      { role: 'assistant', content: text },
      { role: 'user', content: `${wish}\n\n${languageInstruction(code)}` },
    ],
  };
}
