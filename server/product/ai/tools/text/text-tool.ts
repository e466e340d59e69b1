import type { TextTaskType } from '#domain/ai-task.ts';
import type { RunNotice } from '#domain/run/run-notices.ts';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import {
  type TextImage,
  type TextMessage,
  type TextModel,
  TextModelError,
} from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../../files/file-work.ts';
import type { Written } from '../../contract/broken-promises.ts';
import { betterText, mendedSteps, mendWish, toMend } from '../../contract/mend.ts';
import { checkLanguage } from '../../language/check-language.ts';
import { withoutWrapper } from '../../language/without-wrapper.ts';
import { answerRoom, writingRoom } from '../../models/context-room.ts';
import { promptWindow } from '../../models/roles.ts';
import { aboutStep } from '../../prompts/about-person.ts';
import { FILES_TOKENS, type FileText, readTexts } from '../../prompts/read-texts.ts';
import type { Tool, ToolContext, ToolInput } from '../../tool.ts';
import { type AnswerPrompt, type PromptOptions, writeAnswerPrompt } from './answer-prompt.ts';
import { isPicture } from './is-picture.ts';
import { createWriter, type Draft, promptTokensOf, unlessItFails, type Writer } from './write-text.ts';

/** Definition of a tool that writes one text, beside the shared rules. */
export interface TextToolKind {
  readonly type: TextTaskType;
  /** Role in which its model writes. */
  readonly role: 'answer' | 'reasoning';
  /** Extra rules for the model. */
  readonly rules: string;
  /** Notices for a text that differs from what was asked. */
  judge?(text: string): readonly RunNotice[];
}

export interface TextToolOptions {
  readonly textModel: TextModel;
  readonly model: string;
  /** Returns the context of a model in tokens. Omitted: it always suffices. */
  readonly windowOf?: (model: string) => number;
  /** Output tokens of one call. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Provider calls of one attempt, continuation and rewrite included. */
  readonly maxCalls?: number;
  readonly clock?: Clock;
  /** Omitted: nothing can be attached. */
  readonly reading?: ReadingOptions;
}

export interface ReadingOptions {
  readonly fileWork: FileWork;
  /** Answers instead of the tool's own model if pictures are attached; null: no model can see them. */
  readonly visionModel: string | null;
}

/**
 * Creates a tool that streams one text: one call, a second if the text was cut off, a third if it's in the wrong
 * language.
 */
export function createTextTool(kind: TextToolKind, options: TextToolOptions): Tool {
  const { type, role, rules } = kind;
  const { textModel, maxTokens: most = 2000, temperature = 0.7, maxCalls = 4, clock = systemClock } = options;
  return {
    type,
    kind: textModel.kind,
    seesImages: options.reading !== undefined && options.reading.visionModel !== null,
    readsTexts: options.reading !== undefined && textModel.kind !== 'demo',
    async run(input, context) {
      const images = await readImages(options.reading, input, context);
      const model = (images.length > 0 ? options.reading?.visionModel : null) ?? options.model;
      const whole = options.windowOf?.(model) ?? Number.POSITIVE_INFINITY;
      const window = promptWindow(role, { textModel, model, window: whole });
      const maxTokens = answerRoom(most, window);
      const written = { today: clock.now(), rules, images, room: writingRoom(window, maxTokens) };
      const { prompt, texts } = await writePrompt(
        input,
        { ...written, ...options, window, maxTokens },
        context,
      );
      tellSteps(input, { prompt, texts, model }, context);
      const writer = createWriter(
        { textModel, model, window: whole, maxTokens, temperature, role, maxCalls },
        context,
      );
      const listen = {
        onText: (delta: string) => context.onText(delta),
        onVoid: () => context.onRestart(),
      };
      const draft = unwrapped(await writer.write(prompt.messages, listen));
      const final = await mended(draft, prompt.messages, { input, context, writer });

      const content = final.text.trim();
      // Only invisible characters or white space were left.
      if (content === '')
        throw new TextModelError('empty', 'nothing is left of the answer', { retryable: true });
      const notices: RunNotice[] = texts.flatMap((text) => text.notices);
      if (final.isCut) notices.push({ key: 'cut_short', params: {} });
      if (!checkLanguage(content, input.language).isInLanguage)
        notices.push({ key: 'other_language', params: { language: input.language } });
      notices.push(...(kind.judge?.(content) ?? []));
      return { content, modelUsed: final.model, usage: writer.usage(), notices };
    },
  };
}

/** Longest edge in pixels: models downscale larger pictures themselves. */
const SEEN_EDGE = 1568;

interface Writing extends Omit<PromptOptions, 'texts' | 'key'> {
  readonly reading?: ReadingOptions;
  readonly window: number;
  readonly maxTokens: number;
  readonly room: number;
}

/** Tokens of the request to rewrite or continue. */
const AGAIN_TOKENS = 250;
/** Tokens of a file's name and frame. */
const FRAME_TOKENS = 130;

/** Prepares attached pictures for sending: rotated, downscaled, without metadata. */
async function readImages(
  reading: ReadingOptions | undefined,
  { files }: ToolInput,
  { signal }: ToolContext,
): Promise<TextImage[]> {
  if (reading === undefined) return [];
  const { fileWork } = reading;
  const images: TextImage[] = [];
  for (const file of files.filter(isPicture)) {
    const bytes = await file.read();
    images.push(
      await fileWork.prepareImage({ bytes, maxEdge: SEEN_EDGE, frame: null, format: 'jpeg' }, signal),
    );
  }
  return images;
}

/** Builds the prompt with as many file texts as fit. */
async function writePrompt(
  input: ToolInput,
  { reading, window, maxTokens, room, ...written }: Writing,
  { signal }: ToolContext,
): Promise<{ prompt: AnswerPrompt; texts: readonly FileText[] }> {
  const files = reading ? input.files.filter((file) => !isPicture(file)) : [];
  // Attached files are the subject, so they get half of a small context.
  const options = { ...written, room: files.length > 0 ? room / 2 : room };
  const bare = writeAnswerPrompt(input, options);
  if (reading === undefined || files.length === 0) return { prompt: bare, texts: [] };
  const left = window - 2 * maxTokens - promptTokensOf(bare.messages) - AGAIN_TOKENS;
  const texts = await readTexts(reading.fileWork, files, {
    tokens: Math.min(FILES_TOKENS, Math.max(0, left - FRAME_TOKENS * files.length)),
    signal,
  });
  return { prompt: writeAnswerPrompt(input, { ...options, texts }), texts };
}

/** Shows the user what was sent. */
function tellSteps(
  input: ToolInput,
  { prompt, texts, model }: { prompt: AnswerPrompt; texts: readonly FileText[]; model: string },
  context: ToolContext,
): void {
  context.onStep({ key: 'read_task', params: { title: input.task.title } });
  const { project, about, notesCharacters, previousCharacters } = prompt;
  if (notesCharacters > 0) {
    const params = { characters: notesCharacters, of: input.task.notes.length };
    context.onStep({ key: 'used_notes', params });
  }
  if (project) {
    const { title, description, taskTitles, of } = project;
    const params = { title, tasks: taskTitles.length, of, description: description !== null };
    context.onStep({ key: 'used_project', params });
  }
  if (about) context.onStep(aboutStep(about));
  if (previousCharacters > 0) {
    context.onStep({ key: 'used_previous_answer', params: { characters: previousCharacters } });
  }
  for (const { name, size } of input.files) context.onStep({ key: 'read_file', params: { name, size } });
  for (const { pages } of texts)
    if (pages) context.onStep({ key: 'opened_pdf', params: { pages: pages.of, scanned: pages.scanned } });
  context.onStep({ key: 'asked_model', params: { model } });
}

const unwrapped = (draft: Draft): Draft => ({ ...draft, text: withoutWrapper(draft.text) });

/** Has the draft written again once if it breaks a promise, and returns the better version. */
async function mended(
  draft: Draft,
  messages: readonly TextMessage[],
  { input, context, writer }: { input: ToolInput; context: ToolContext; writer: Writer },
): Promise<Draft> {
  const broken = toMend(input, writtenOf(draft));
  if (broken.length === 0 || !writer.canCall()) return draft;

  let hasRestarted = false;
  const restart = (): void => {
    hasRestarted = true;
    for (const step of mendedSteps(broken, input.language)) context.onStep(step);
    context.onRestart();
  };
  const wish = mendWish(broken, input, 'Markdown structure');
  const again = await unlessItFails(() =>
    writer.write([...messages, { role: 'assistant', content: draft.text }, { role: 'user', content: wish }], {
      onText(delta) {
        // Keeps the streamed text on screen until its replacement starts.
        if (!hasRestarted) restart();
        context.onText(delta);
      },
      onVoid: () => context.onRestart(),
    }),
  );
  const better = again === null ? draft : betterText(draft, unwrapped(again), { input, writtenOf });
  if (better === draft && hasRestarted) {
    context.onRestart();
    context.onText(draft.text);
  }
  return better;
}

/** It rests on no sources, and promises none. */
const writtenOf = ({ text }: Draft): Written => ({ text, sources: 0 });
