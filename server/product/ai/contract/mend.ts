import { language } from '#domain/languages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { ChatAction } from '../engine/action.ts';
import { againAction } from '../engine/chat-actions.ts';
import { checkLanguage } from '../language/check-language.ts';
import { languageInstruction } from '../language/language-instruction.ts';
import type { ToolInput } from '../tool.ts';
import { type BrokenPromise, brokenPromises, type Written } from './broken-promises.ts';

/** Step in which a writer mends a text, once. */
export const MEND = 'mend';

type Promised = Pick<ToolInput, 'contract' | 'language'>;

/** Returns what a writer is asked to mend: also a part in another language, which would be delivered with a notice. */
export function toMend({ contract, language: code }: Promised, written: Written): BrokenPromise[] {
  const broken = contract === null ? [] : brokenPromises(contract, written);
  const isForeign = !checkLanguage(written.text, code).isInLanguage;
  return [...(isForeign ? (['language'] as const) : []), ...broken.filter((each) => each !== 'language')];
}

/** Says what is wrong with a text, and asks for it again. `marks`: tokens to keep unchanged. */
export function mendWish(
  broken: readonly BrokenPromise[],
  { contract, language: code }: Promised,
  marks: string,
): string {
  const { englishName } = language(code);
  const least = contract?.words?.least ?? 1;
  const problems: Readonly<Record<BrokenPromise, string>> = {
    language: `This is not in ${englishName}.`,
    words: `This is too short to be what was asked for: write ${least} words at least.`,
    sources: `This rests on nothing: name the ids behind each sentence.`,
  };
  const said = broken.map((each) => problems[each]).join(' ');
  return `${said} Write the same again, complete, with the same ${marks}, in ${englishName}.\n\n${languageInstruction(code)}`;
}

/** Asks the writer of `text` to mend it. */
export const mendAction = (
  write: ChatAction,
  text: string,
  { broken, input, marks = 'ids in brackets' }: MendOptions,
): ChatAction => againAction(write, { id: MEND, text, wish: mendWish(broken, input, marks) });

interface MendOptions {
  readonly broken: readonly BrokenPromise[];
  readonly input: Promised;
  readonly marks?: string;
}

/** Says that a text was written again, and why. */
export const mendedSteps = (broken: readonly BrokenPromise[], code: string): RunStep[] => {
  const others = broken.filter((each) => each !== 'language');
  return [
    ...(broken.includes('language')
      ? [{ key: 'rewrote_in_language', params: { language: code } } as const]
      : []),
    ...(others.length > 0 ? [{ key: 'mended', params: { promises: others } } as const] : []),
  ];
};

/** The text that breaks less, or has the larger share in its language. */
export function betterText<Text extends { readonly text: string }>(
  first: Text,
  second: Text,
  { input, writtenOf }: { readonly input: Promised; readonly writtenOf: (text: Text) => Written },
): Text {
  const [a, b] = [first, second].map((each) => toMend(input, writtenOf(each)).length);
  if (a !== b) return (b ?? 0) < (a ?? 0) ? second : first;
  const share = ({ text }: Text): number => checkLanguage(text, input.language).share;
  return share(second) > share(first) ? second : first;
}
