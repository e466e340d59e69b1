import type { AiTaskType } from '#domain/ai-task.ts';
import { QUESTIONS_MAX } from '#domain/run/questions.ts';
import type { ChatAction } from '../engine/action.ts';
import { languageSentence } from '../language/language-instruction.ts';
import { answerRoom, readingRoom } from '../models/context-room.ts';
import { ASK_EXAMPLES } from '../prompts/examples/planning.ts';
import { describeTask, joinParts } from '../prompts/frame-task.ts';
import { JSON_ALONE, materialRule, showExamples } from '../prompts/show-examples.ts';
import type { ToolAbout, ToolInput } from '../tool.ts';
import { questionsShape } from './read-questions.ts';

/** Three questions with their choices, in any script. */
const ASK_TOKENS = 700;

export interface AskOptions {
  readonly type: AiTaskType;
  /** Random key of the frames around user input. */
  readonly key: string;
  /** Context of the model in tokens. */
  readonly window: number;
}

/**
 * Asks what is missing. The model sees what a planner sees, and of what the person says about themselves only which
 * parts there are: a default can become part of a web search.
 */
export function askAction(input: ToolInput, { type, key, window }: AskOptions): ChatAction {
  const maxTokens = answerRoom(ASK_TOKENS, window);
  return {
    kind: 'chat',
    id: 'ask',
    need: 'spare',
    gathers: false,
    role: 'planner',
    effort: 'none',
    temperature: 0.3,
    shape: { name: 'questions', schema: questionsShape },
    maxTokens,
    messages: [
      { role: 'system', content: rules(input, { type, key }) },
      {
        role: 'user',
        content: joinParts([
          describeTask(input, key, readingRoom(window, maxTokens)),
          languageSentence(input.language),
        ]),
      },
    ],
  };
}

function rules({ about }: ToolInput, { type, key }: Pick<AskOptions, 'type' | 'key'>): string {
  const known = about === null ? [] : partsOf(about);
  return `An assistant is about to make ${MADE[type] ?? 'a text'} of a task on a person's list: a result that they can use at once. Decide whether something is missing for it that only the person can know. The assistant knows nothing about the person, and can't send, book or buy anything.

- Ask only for what would make the result useless if it were guessed wrong. A task that explains itself, or that a sensible assumption serves, gets no question ([]), and that is most tasks.
- At most ${QUESTIONS_MAX} "questions", the most important first, none twice. "text": one short, friendly question. "choices": 2 to 4 answers of a few words that differ. "default": the one that you would assume. All in the language named last.
- "secret": true if an honest answer would be a password, a code, or the number of a card, an account or an identity document.${
    known.length > 0
      ? `
- The assistant is told the person's ${known.join(', ')}: don't ask for it.`
      : ''
  }
${materialRule(key)}
${JSON_ALONE}

${showExamples(ASK_EXAMPLES)}`;
}

/** What each tool makes, for the one who asks. */
const MADE: Readonly<Partial<Record<AiTaskType, string>>> = {
  reasoning: 'a reasoned conclusion with its steps',
  research: 'a report from web pages',
  web_search: 'a short answer from web pages',
  create_image: 'a picture',
};

function partsOf({ country, currency, units, tone, facts }: ToolAbout): string[] {
  const parts = { country, currency, units, 'preferred tone': tone, 'facts about their life': facts };
  return Object.entries(parts).flatMap(([name, value]) => (value ? [name] : []));
}
