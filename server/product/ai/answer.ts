import { language } from '#domain/languages.ts';
import type { RunNotice } from '#domain/run-steps.ts';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import { type TextMessage, type TextModel, TextModelError } from '#server/providers/text-model/text-model.ts';
import { type AnswerPrompt, writeAnswerPrompt } from './answer-prompt.ts';
import { checkLanguage } from './check-language.ts';
import { languageInstruction } from './language-instruction.ts';
import type { Tool, ToolContext, ToolInput } from './tool.ts';
import { createWriter, type Draft, unlessItFails, type Writer } from './write-text.ts';

export interface AnswerToolOptions {
  readonly textModel: TextModel;
  readonly model: string;
  /** Of one call. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Provider calls of one attempt, continuation and rewrite included. */
  readonly maxCalls?: number;
  readonly clock?: Clock;
}

/** "Answers, solutions, ideas": one call to a fast model; a second where the answer was cut off; a third where it is in the wrong language. */
export function createAnswerTool(options: AnswerToolOptions): Tool {
  const { textModel, maxTokens = 2000, temperature = 0.7, maxCalls = 4, clock = systemClock } = options;
  return {
    type: 'answer',
    kind: textModel.kind,
    async run(input, context) {
      const prompt = writeAnswerPrompt(input, clock.now());
      tellSteps(input, prompt, options.model, context);
      const writer = createWriter(
        { textModel, model: options.model, maxTokens, temperature, maxCalls },
        context,
      );
      const draft = await writer.write(prompt.messages, (delta) => context.onText(delta));
      const isDemo = textModel.kind === 'demo';
      const { isInLanguage, ...final } = isDemo
        ? { ...draft, isInLanguage: true }
        : await inLanguage(draft, prompt.messages, { input, context, writer });

      const content = final.text.trim();
      // Nothing but invisible characters, or white space around them.
      if (content === '')
        throw new TextModelError('empty', 'nothing is left of the answer', { retryable: true });
      const notices: RunNotice[] = [];
      if (isDemo) notices.push({ key: 'demo', params: {} });
      if (final.isCut) notices.push({ key: 'cut_short', params: {} });
      if (!isInLanguage) notices.push({ key: 'other_language', params: { language: input.language } });
      return { content, modelUsed: final.model, usage: writer.usage(), notices };
    },
  };
}

/** What was sent, so that the person can see it. */
function tellSteps(input: ToolInput, prompt: AnswerPrompt, model: string, context: ToolContext): void {
  context.onStep({ key: 'read_task', params: { title: input.task.title } });
  const { project, previousCharacters } = prompt;
  if (project) {
    const { title, description, taskTitles, of } = project;
    const params = { title, tasks: taskTitles.length, of, description: description !== null };
    context.onStep({ key: 'used_project', params });
  }
  if (previousCharacters > 0) {
    context.onStep({ key: 'used_previous_answer', params: { characters: previousCharacters } });
  }
  context.onStep({ key: 'asked_model', params: { model } });
}

/** The draft, or what came of asking once for the same in the right language: whichever has more of it. */
async function inLanguage(
  draft: Draft,
  messages: readonly TextMessage[],
  { input, context, writer }: { input: ToolInput; context: ToolContext; writer: Writer },
): Promise<Draft & { isInLanguage: boolean }> {
  const first = checkLanguage(draft.text, input.language);
  if (first.isInLanguage || !writer.canCall()) return { ...draft, isInLanguage: first.isInLanguage };

  let hasRestarted = false;
  const restart = (): void => {
    hasRestarted = true;
    context.onStep({ key: 'rewrote_in_language', params: { language: input.language } });
    context.onRestart();
  };
  const rewritten = await unlessItFails(() =>
    writer.write(rewriteMessages(draft, messages, input), (delta) => {
      // What was streamed stays on the screen until there is something to take its place.
      if (!hasRestarted) restart();
      context.onText(delta);
    }),
  );
  const second = rewritten && checkLanguage(rewritten.text, input.language);
  if (rewritten && second && second.share > first.share)
    return { ...rewritten, isInLanguage: second.isInLanguage };
  if (hasRestarted) {
    context.onRestart();
    context.onText(draft.text);
  }
  return { ...draft, isInLanguage: false };
}

function rewriteMessages(draft: Draft, messages: readonly TextMessage[], input: ToolInput): TextMessage[] {
  const { englishName } = language(input.language);
  const wish = `This answer is not in ${englishName}. Write the same answer again, complete, with the same Markdown structure, in ${englishName}.`;
  return [
    ...messages,
    { role: 'assistant', content: draft.text },
    { role: 'user', content: `${wish}\n\n${languageInstruction(input.language)}` },
  ];
}
