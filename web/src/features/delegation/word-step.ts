import * as z from 'zod/mini';
import { isLanguageCode, language } from '#domain/languages.ts';
import type { RunEvent as KnownEvent } from '#domain/run-events.ts';
import type { Run, RunEvent } from '#web/lib/rows.ts';
import type { TrailStep } from '#web/ui/trail.tsx';
import { secondsBetween, toClock } from './moments.ts';

const titled = z.object({ title: z.string() });
const project = z.object({ title: z.string(), tasks: z.number(), of: z.number(), description: z.boolean() });
const characters = z.object({ characters: z.number() });
const model = z.object({ model: z.string() });
const inLanguage = z.object({ language: z.string() });
const retrying = z.object({ seconds: z.number() });
const waiting = z.object({ resume_at: z.nullable(z.string()) });

/** The trail itself shows these. */
type State = 'queued' | 'started' | 'succeeded' | 'failed' | 'cancelled';
type Words = Readonly<Record<Exclude<KnownEvent['key'], State>, (params: unknown) => string | undefined>>;

/** Each event that is worth a line, in words. A new one in the domain does not compile until it is worded. */
const WORDS = new Map<string, Words[keyof Words]>(
  Object.entries({
    read_task: (params: unknown) => titled.safeParse(params).data && 'Read the task',
    used_project: (params: unknown) => {
      const used = project.safeParse(params).data;
      return used && `Read the project ${used.title}: ${toContents(used)}`;
    },
    used_previous_answer: (params: unknown) => {
      const used = characters.safeParse(params).data;
      return used && `Read the previous answer, ${count(used.characters, 'character')}`;
    },
    asked_model: (params: unknown) => {
      const asked = model.safeParse(params).data;
      return asked && `Asked ${asked.model}`;
    },
    continued_answer: () => 'The answer was long: asked for the rest',
    rewrote_in_language: (params: unknown) => {
      const chosen = inLanguage.safeParse(params).data;
      return chosen && `Writing it again in ${toLanguageName(chosen.language)}`;
    },
    retrying: (params: unknown) => {
      const next = retrying.safeParse(params).data;
      return next && `The AI service failed. Trying again in ${count(next.seconds, 'second')}`;
    },
    waiting: (params: unknown) => {
      const at = waiting.safeParse(params).data?.resume_at;
      return at ? `The AI service is busy. Going on at ${toClock(new Date(at))}` : 'The AI service is busy';
    },
    requeued: () => 'Interrupted. It starts again by itself',
  } satisfies Words),
);

/** What an event tells a person, or undefined if it tells nothing: a state, or a key of a newer server. */
export function wordStep({ key, params }: Pick<RunEvent, 'key' | 'params'>): string | undefined {
  return WORDS.get(key)?.(params);
}

/** The steps of a run for its trail and its receipt, by seconds since it was handed over. */
export function toTrailSteps(run: Pick<Run, 'created_at'>, events: readonly RunEvent[]): TrailStep[] {
  return events.flatMap((event) => {
    const text = wordStep(event);
    if (text === undefined) return [];
    return [{ at: secondsBetween(run.created_at, event.created_at) ?? 0, text }];
  });
}

/** What an event says was put in front of the model, or undefined if it says nothing of that kind. */
export function wordSent({ key, params }: Pick<RunEvent, 'key' | 'params'>): string | undefined {
  if (key === 'read_task') return 'The task: title, category, priority, timeframe';
  if (key === 'used_project') {
    const used = project.safeParse(params).data;
    return used && `The project ${used.title}: ${toContents(used)}`;
  }
  return key === 'used_previous_answer' ? 'The previous answer' : undefined;
}

/** The English name of a language that is stored with a run. */
export function toLanguageName(code: string): string {
  return isLanguageCode(code) ? language(code).englishName : code;
}

function toContents({ tasks, of, description }: z.infer<typeof project>): string {
  const titles = tasks === of ? count(tasks, 'task title') : `${tasks} of ${of} task titles`;
  const parts = [description && 'description', of > 0 && titles].filter(Boolean);
  return parts.join(', ') || 'its name';
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
