import type { RunStep } from '#domain/run/run-steps.ts';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { ChatAction } from '../../engine/action.ts';
import { promptTokensOf } from '../../engine/call-model.ts';
import { type Effects, oneModel, PATIENCE } from '../../engine/effects.ts';
import { interpret } from '../../engine/interpret.ts';
import { answerRoom, writingRoom } from '../../models/context-room.ts';
import { promptWindow, ROLES } from '../../models/roles.ts';
import { aboutStep } from '../../prompts/about-person.ts';
import { cutTexts, FILES_TOKENS, type FileText, type FoundText } from '../../prompts/read-texts.ts';
import type { Tool, ToolInput } from '../../tool.ts';
import { type AnswerPrompt, type PromptOptions, writeAnswerPrompt } from './answer-prompt.ts';
import { openFiles, type ReadingOptions } from './open-files.ts';
import { type TextToolKind, textSpec } from './text-spec.ts';

export interface TextToolOptions {
  readonly textModel: TextModel;
  readonly model: string;
  /** Returns the context of a model in tokens. Omitted: it always suffices. */
  readonly windowOf?: (model: string) => number;
  /** Output tokens of one call. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly clock?: Clock;
  /** Omitted: nothing can be attached. */
  readonly reading?: ReadingOptions;
}

const DEADLINE = 10 * 60_000;

/**
 * Creates a tool that streams one text: one call, a second if the text was cut off, a third if it breaks a promise, such
 * as its language.
 */
export function createTextTool(kind: TextToolKind, options: TextToolOptions): Tool {
  const { role, type } = kind;
  const { textModel, maxTokens: most = 2000, temperature = 0.7, clock = systemClock } = options;
  const sees = options.reading !== undefined && options.reading.visionModel !== null;
  return {
    type,
    kind: textModel.kind,
    seesImages: sees,
    readsTexts: options.reading !== undefined && textModel.kind !== 'demo',
    readsScans: sees,
    async run(input, context) {
      const windowOf = options.windowOf ?? (() => Number.POSITIVE_INFINITY);
      const { pictures, found } = await openFiles(options.reading, { input, windowOf }, context);
      const model = (pictures.length > 0 ? options.reading?.visionModel : null) ?? options.model;
      const window = promptWindow(role, { textModel, model, window: windowOf(model) });
      const maxTokens = answerRoom(most, window);
      const { rules, examples } = kind;
      const written = { today: clock.now(), rules, examples, pictures, room: writingRoom(window, maxTokens) };
      const { prompt, texts } = writePrompt(input, { ...written, found, window, maxTokens });
      const write: ChatAction = {
        kind: 'chat',
        id: 'write',
        need: 'must',
        gathers: false,
        role: 'writer',
        effort: ROLES[role].likes.effort,
        messages: prompt.messages,
        maxTokens,
        temperature,
        shape: null,
        streams: true,
      };
      const notices = texts.flatMap((text) => text.notices);
      const begins = stepsOf(input, { prompt, texts, model });
      const effects: Effects = {
        textModel,
        models: oneModel(model),
        windowOf,
        search: null,
        pages: null,
        clock,
        patience: { ...PATIENCE, calls: 1 },
      };
      const spec = textSpec(kind, { write, notices, begins });
      return interpret({ spec, effects, deadline: DEADLINE }, input, context);
    },
  };
}

interface Writing extends Omit<PromptOptions, 'texts' | 'key'> {
  readonly found: readonly FoundText[];
  readonly window: number;
  readonly maxTokens: number;
  readonly room: number;
}

/** Tokens of the request to rewrite or continue. */
const AGAIN_TOKENS = 250;
/** Tokens of a file's name and frame. */
const FRAME_TOKENS = 130;

/** Builds the prompt with as many file texts as fit. */
function writePrompt(
  input: ToolInput,
  { found, window, maxTokens, room, ...written }: Writing,
): { prompt: AnswerPrompt; texts: readonly FileText[] } {
  // Attached files are the subject, so they get half of a small context.
  const options = { ...written, room: found.length > 0 ? room / 2 : room };
  const bare = writeAnswerPrompt(input, options);
  if (found.length === 0) return { prompt: bare, texts: [] };
  const left = window - 2 * maxTokens - promptTokensOf(bare.messages) - AGAIN_TOKENS;
  const tokens = Math.min(FILES_TOKENS, Math.max(0, left - FRAME_TOKENS * found.length));
  const texts = cutTexts(found, tokens);
  return { prompt: writeAnswerPrompt(input, { ...options, texts }), texts };
}

/** Shows the user what was sent. */
function stepsOf(
  input: ToolInput,
  { prompt, texts, model }: { prompt: AnswerPrompt; texts: readonly FileText[]; model: string },
): RunStep[] {
  const { project, about, notesCharacters, previousCharacters } = prompt;
  const steps: RunStep[] = [{ key: 'read_task', params: { title: input.task.title } }];
  if (notesCharacters > 0) {
    const params = { characters: notesCharacters, of: input.task.notes.length };
    steps.push({ key: 'used_notes', params });
  }
  if (project) {
    const { title, description, taskTitles, of } = project;
    const params = { title, tasks: taskTitles.length, of, description: description !== null };
    steps.push({ key: 'used_project', params });
  }
  if (about) steps.push(aboutStep(about));
  if (previousCharacters > 0)
    steps.push({ key: 'used_previous_answer', params: { characters: previousCharacters } });
  for (const { name, size } of input.files) steps.push({ key: 'read_file', params: { name, size } });
  for (const { pages } of texts)
    if (pages) steps.push({ key: 'opened_pdf', params: { pages: pages.of, scanned: pages.scanned } });
  return [...steps, { key: 'asked_model', params: { model } }];
}
