import type { TextTaskType } from '#domain/ai-task.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { Written } from '../../contract/broken-promises.ts';
import { createMending, MEND } from '../../contract/mend.ts';
import type { ChatAction } from '../../engine/action.ts';
import type { ToolSpec } from '../../engine/tool-spec.ts';
import type { Draft } from '../../gathering/draft.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { withoutWrapper } from '../../language/without-wrapper.ts';
import type { TwoExamples } from '../../prompts/show-examples.ts';
import type { ToolInput } from '../../tool.ts';

/** Definition of a tool that writes one text, beside the shared rules. */
export interface TextToolKind {
  readonly type: TextTaskType;
  /** Role in which its model writes. */
  readonly role: 'answer' | 'reasoning';
  /** Extra rules for the model. */
  readonly rules: string;
  readonly examples: TwoExamples;
  /** Notices for a text that differs from what was asked. */
  judge?(text: string): readonly RunNotice[];
}

interface TextMatter {
  readonly write: ChatAction;
  /** Of the files. */
  readonly notices: readonly RunNotice[];
  /** What was sent. */
  readonly begins: readonly RunStep[];
}

interface TextState {
  readonly input: ToolInput;
  readonly draft: Draft | null;
  readonly isMended: boolean;
}

/** Reducer of an answer or a reasoning: one text from the task itself, written again once if it breaks a promise. */
export function textSpec(
  kind: TextToolKind,
  { write, notices, begins }: TextMatter,
): ToolSpec<null, TextState> {
  return {
    type: kind.type,
    version: `${kind.type}/1`,
    writing: null,
    plan: () => null,
    init: (input) => ({ input, draft: null, isMended: false }),

    next(state) {
      const { input, draft } = state;
      if (draft === null) return { do: [write] };
      const mend = mending.ask(state, draft, write);
      return mend === null ? { done: deliver(input, draft) } : { do: [{ ...mend, need: 'better' }] };
    },

    apply(state, action, result) {
      const isMended = action.id === MEND;
      if (!result.ok || result.kind !== 'chat') return { ...state, isMended };
      const { isCut, model } = result;
      const draft: Draft = { text: withoutWrapper(result.text), isCut, model };
      const { input, draft: first } = state;
      return { input, draft: first === null ? draft : mending.better(state, first, draft), isMended };
    },

    begins: (_state, { id }) => (id === write.id ? begins : []),

    steps(state, { id }, result) {
      return id !== MEND || state.draft === null ? [] : mending.steps(state, state.draft, result);
    },
  };

  function deliver({ language }: ToolInput, { text, isCut, model }: Draft) {
    const content = text.trim();
    const told: RunNotice[] = [...notices];
    if (isCut) told.push({ key: 'cut_short', params: {} });
    if (!checkLanguage(content, language).isInLanguage)
      told.push({ key: 'other_language', params: { language } });
    told.push(...(kind.judge?.(content) ?? []));
    return { content, modelUsed: model, notices: told };
  }
}

/** It rests on no sources, and promises none. */
const writtenOf = (_state: TextState, { text }: Draft): Written => ({ text, sources: 0 });

const mending = createMending<TextState, Draft>({ writtenOf, marks: 'Markdown structure' });
