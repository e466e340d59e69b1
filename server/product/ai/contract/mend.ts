import { language } from '#domain/languages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { ActionResult, ChatAction } from '../engine/action.ts';
import { againAction } from '../engine/chat-actions.ts';
import { checkLanguage } from '../language/check-language.ts';
import { languageInstruction } from '../language/language-instruction.ts';
import type { ToolInput, ToolTask } from '../tool.ts';
import { type BrokenPromise, brokenPromises, type Written } from './broken-promises.ts';

/** Step in which a writer mends a text, once. */
export const MEND = 'mend';

type Promised = Pick<ToolInput, 'contract' | 'language'> & { readonly task: Pick<ToolTask, 'title'> };

/** How the writer of a reducer mends its text, once. */
export interface Mending<State, Text> {
  /** Asks for the text again; null if it breaks nothing, or has been mended before. */
  ask(state: State, text: Text, write: ChatAction): ChatAction | null;
  /** Of two texts, the one that breaks less, or has the larger share in its language. */
  better(state: State, first: Text, second: Text): Text;
  /** Says that a text was written again, and why. */
  steps(state: State, text: Text, result: ActionResult): RunStep[];
}

interface Mendable {
  readonly input: Promised;
  readonly isMended: boolean;
}

/** `marks`: what the writer is to keep of the text. */
export function createMending<State extends Mendable, Text extends { readonly text: string }>({
  writtenOf,
  marks = 'ids in brackets',
}: {
  /** A text as it would be delivered. */
  readonly writtenOf: (state: State, text: Text) => Written;
  readonly marks?: string;
}): Mending<State, Text> {
  const brokenBy = (state: State, text: Text): BrokenPromise[] => toMend(state.input, writtenOf(state, text));
  return {
    ask(state, text, write) {
      const broken = state.isMended ? [] : brokenBy(state, text);
      if (broken.length === 0) return null;
      return againAction(write, { id: MEND, text: text.text, wish: mendWish(broken, state.input, marks) });
    },

    better(state, first, second) {
      const [a, b] = [first, second].map((each) => brokenBy(state, each).length);
      if (a !== b) return (b ?? 0) < (a ?? 0) ? second : first;
      const share = ({ text }: Text): number => checkLanguage(text, state.input.language).share;
      return share(second) > share(first) ? second : first;
    },

    steps: (state, text, { ok }) => (ok ? mendedSteps(brokenBy(state, text), state.input.language) : []),
  };
}

/** What a writer is asked to mend: also a part in another language, which would be delivered with a notice. */
function toMend({ contract, language: code, task }: Promised, written: Written): BrokenPromise[] {
  const broken = contract === null ? [] : brokenPromises(contract, written, task.title);
  const isForeign = !checkLanguage(written.text, code).isInLanguage;
  return [...(isForeign ? (['language'] as const) : []), ...broken.filter((each) => each !== 'language')];
}

/** Says what is wrong with a text, and asks for it again. `marks`: tokens to keep unchanged. */
function mendWish(
  broken: readonly BrokenPromise[],
  { contract, language: code }: Promised,
  marks: string,
): string {
  const { englishName } = language(code);
  const least = contract?.words?.least ?? 1;
  const problems: Readonly<Record<BrokenPromise, string>> = {
    content: 'This says nothing: write the finished result.',
    language: `This is not in ${englishName}.`,
    words: `This is too short to be what was asked for: write ${least} words at least.`,
    sections: `This has no sections: write each one that was asked for under a heading (##).`,
    sources: `This rests on nothing: each sentence needs ${marks}.`,
  };
  const said = broken.map((each) => problems[each]).join(' ');
  return `${said} Write the same again, complete, with the same ${marks}, in ${englishName}.\n\n${languageInstruction(code)}`;
}

function mendedSteps(broken: readonly BrokenPromise[], code: string): RunStep[] {
  const others = broken.filter((each) => each !== 'language');
  return [
    ...(broken.includes('language')
      ? [{ key: 'rewrote_in_language', params: { language: code } } as const]
      : []),
    ...(others.length > 0 ? [{ key: 'mended', params: { promises: others } } as const] : []),
  ];
}
