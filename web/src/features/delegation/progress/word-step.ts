import * as z from 'zod/mini';
import { isLanguageCode, language } from '#domain/languages.ts';
import type { RunEvent as KnownEvent } from '#domain/run/run-events.ts';
import type { Run, RunEvent } from '#web/lib/server/rows.ts';
import { t } from '#web/texts/app.ts';
import type { SentTo } from '#web/ui/paper/receipt.tsx';
import type { TrailStep } from '#web/ui/paper/trail.tsx';
import { toSizeWords } from '../form/attachment-list.ts';
import { secondsBetween, toClock } from '../moments.ts';
import { TABLE_WORDS } from './word-table-step.ts';
import { WEB_WORDS, wordEngine, wordQueries, wordWhy } from './word-web-step.ts';

const recipients = z.object({
  host: z.nullable(z.string()),
  models: z.array(z.string()),
  search: z.nullable(z.string()),
  ocr: z.nullable(z.string()),
});
const titled = z.object({ title: z.string() });
const project = z.object({ title: z.string(), tasks: z.number(), of: z.number(), description: z.boolean() });
const characters = z.object({ characters: z.number() });
const model = z.object({ model: z.string() });
const file = z.object({ name: z.string(), size: z.number() });
const named = z.object({ name: z.string() });
const openedPdf = z.object({ pages: z.number(), scanned: z.number() });
const readPages = z.object({ from: z.number(), to: z.number(), of: z.number(), quotes: z.number() });
const leftOut = z.object({ from: z.number(), to: z.number(), of: z.number(), why: z.string() });
const scannedPage = z.object({ page: z.number(), of: z.number() });
const askedForImage = z.object({
  model: z.string(),
  width: z.number(),
  height: z.number(),
  prompt: z.string(),
});
const checkedImage = z.object({
  width: z.number(),
  height: z.number(),
  format: z.string(),
  size: z.number(),
});
const keptOutside = z.object({ percent: z.number() });
const inLanguage = z.object({ language: z.string() });
const waited = z.object({ seconds: z.number() });
const awaited = z.extend(waited, { what: z.enum(['words', 'more_words', 'picture', 'search', 'scan']) });
const retrying = z.object({ seconds: z.number() });
const waiting = z.object({ resume_at: z.nullable(z.string()) });

/** The trail itself shows these. */
type State = 'queued' | 'started' | 'succeeded' | 'failed' | 'cancelled';
type Words = Readonly<Record<Exclude<KnownEvent['key'], State>, (params: unknown) => string | undefined>>;

/** Each event that is worth a line, in words. A new one in the domain does not compile until it is worded. */
const WORDS = new Map<string, Words[keyof Words]>(
  Object.entries({
    // Of the receipt alone.
    recipients: () => undefined,
    read_task: (params: unknown) => titled.safeParse(params).data && t('delegation.step.read_task'),
    used_project: (params: unknown) => {
      const used = project.safeParse(params).data;
      return used && t('delegation.step.used_project', { title: used.title, contents: toContents(used) });
    },
    used_previous_answer: (params: unknown) => {
      const used = characters.safeParse(params).data;
      return used && t('delegation.step.used_previous_answer', used);
    },
    asked_model: (params: unknown) => {
      const asked = model.safeParse(params).data;
      return asked && t('delegation.step.asked_model', asked);
    },
    awaits: (params: unknown) => {
      const what = awaited.safeParse(params).data?.what;
      return what && t(`delegation.step.awaits.${what}`);
    },
    words_came: (params: unknown) => {
      const came = waited.safeParse(params).data;
      return came && t('delegation.step.words_came', came);
    },
    read_file: (params: unknown) => {
      const read = file.safeParse(params).data;
      return read && t('delegation.step.read_file', { name: read.name, size: toSizeWords(read.size) });
    },
    opened_pdf: (params: unknown) => {
      const opened = openedPdf.safeParse(params).data;
      return opened && t('delegation.step.opened_pdf', opened);
    },
    read_pages: (params: unknown) => {
      const read = readPages.safeParse(params).data;
      return read && t('delegation.step.read_pages', read);
    },
    pages_left_out: (params: unknown) => {
      const left = leftOut.safeParse(params).data;
      return left && t('delegation.step.pages_left_out', { ...left, why: wordWhy(left.why) });
    },
    read_scan: (params: unknown) => {
      const scan = scannedPage.safeParse(params).data;
      return scan && t('delegation.step.read_scan', scan);
    },
    scan_not_read: (params: unknown) => {
      const scan = scannedPage.safeParse(params).data;
      return scan && t('delegation.step.scan_not_read', scan);
    },
    asked_image_model: (params: unknown) => {
      const asked = askedForImage.safeParse(params).data;
      return asked && t('delegation.step.asked_image_model', asked);
    },
    checked_image: (params: unknown) => {
      const made = checkedImage.safeParse(params).data;
      if (made === undefined) return undefined;
      const { width, height, format, size } = made;
      return t('delegation.step.checked_image', {
        width,
        height,
        format: format.toUpperCase(),
        size: toSizeWords(size),
      });
    },
    kept_outside: (params: unknown) => {
      const kept = keptOutside.safeParse(params).data;
      return kept && t('delegation.step.kept_outside', kept);
    },
    continued_answer: () => t('delegation.step.continued_answer'),
    rewrote_in_language: (params: unknown) => {
      const chosen = inLanguage.safeParse(params).data;
      return (
        chosen && t('delegation.step.rewrote_in_language', { language: toLanguageName(chosen.language) })
      );
    },
    retrying: (params: unknown) => {
      const next = retrying.safeParse(params).data;
      return next && t('delegation.step.retrying', next);
    },
    waiting: (params: unknown) => {
      const at = waiting.safeParse(params).data?.resume_at;
      return at
        ? t('delegation.step.waiting_until', { time: toClock(new Date(at)) })
        : t('delegation.step.waiting');
    },
    requeued: () => t('delegation.step.requeued'),
    ...TABLE_WORDS,
    ...WEB_WORDS,
  } satisfies Words),
);

/** What an event tells a person, or undefined if it tells nothing: a state, or a key of a newer server. */
export function wordStep({ key, params }: Pick<RunEvent, 'key' | 'params'>): string | undefined {
  return WORDS.get(key)?.(params);
}

/** The steps of a run for its trail and its receipt, by seconds since it was handed over. */
export function toTrailSteps(run: Pick<Run, 'created_at'>, events: readonly RunEvent[]): TrailStep[] {
  return events.flatMap((event, index) => {
    const text = wordStep(event);
    // A wait is told while it lasts: what ended it says the rest.
    if (text === undefined || (event.key === 'awaits' && index < events.length - 1)) return [];
    return [{ at: secondsBetween(run.created_at, event.created_at) ?? 0, text }];
  });
}

/** Seconds that a run has waited by now, if its last event says that it waits for a provider. */
export function secondsWaited(last: RunEvent | undefined, now: number): number | undefined {
  if (last?.key !== 'awaits') return undefined;
  const before = awaited.safeParse(last.params).data?.seconds;
  // A device's clock may be behind the server's.
  return before && before + Math.max(0, Math.round((now - Date.parse(last.created_at)) / 1000));
}

/** What the receipt of a run says was sent, and to whom. A demo answers within the server: nobody is sent anything. */
export function wordSentBy(
  { is_demo, options }: Pick<Run, 'is_demo' | 'options'>,
  events: readonly Pick<RunEvent, 'key' | 'params'>[],
): SentTo[] {
  return is_demo ? [{ what: [t('delegation.sent.nothing_demo')] }] : wordAllSent(events, options.instruction);
}

/**
 * Who was sent what, all in all; `wish` is what the person added. A model of pictures sees none of a task but the words
 * it is asked with. Runs of an older server do not say who was asked.
 */
export function wordAllSent(events: readonly Pick<RunEvent, 'key' | 'params'>[], wish?: string): SentTo[] {
  const who = events.flatMap(({ key, params }) =>
    key === 'recipients' ? (recipients.safeParse(params).data ?? []) : [],
  )[0];
  const isPicture = events.some(({ key }) => key === 'asked_image_model');
  const added = wish && !isPicture ? [t('delegation.sent.wish', { words: wish })] : [];
  const model = [...wordSentToModel(events, isPicture), ...added];
  const queries = isPicture ? [] : events.flatMap(wordQueries);
  const hasScans = !isPicture && events.some(({ key }) => key === 'read_scan' || key === 'scan_not_read');
  return [
    ...(who || model.length > 0 ? [{ ...(who && { to: wordRecipients(who) }), what: unique(model) }] : []),
    ...(queries.length > 0 ? [{ to: wordEngine(who?.search ?? null), what: unique(queries) }] : []),
    ...(hasScans && who?.ocr
      ? [{ to: t('delegation.sent.to_other', { name: who.ocr }), what: [t('delegation.sent.scans')] }]
      : []),
  ];
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

function wordSentToModel(events: readonly Pick<RunEvent, 'key' | 'params'>[], isPicture: boolean): string[] {
  const isAnalysis = events.some(({ key }) => key === 'read_tables');
  const shown = new Set(
    events.flatMap(({ key, params }) =>
      key === 'read_picture' ? (named.safeParse(params).data?.name ?? []) : [],
    ),
  );
  const sent = events.filter(({ key }) => !isPicture || key === 'asked_image_model' || key === 'read_file');
  return sent.flatMap((event) => {
    const name = event.key === 'read_file' ? file.safeParse(event.params).data?.name : undefined;
    // Code reads a table; the model is shown what it has found. A picture it has to see.
    const isProfile = isAnalysis && name !== undefined && !shown.has(name);
    return isProfile ? t('delegation.sent.file_profile', { name }) : (wordSent(event) ?? []);
  });
}

/** What an event says was put in front of the model, or undefined if it says nothing of that kind. */
export function wordSent({ key, params }: Pick<RunEvent, 'key' | 'params'>): string | undefined {
  if (key === 'read_task') return t('delegation.sent.task');
  if (key === 'used_project') {
    const used = project.safeParse(params).data;
    return used && t('delegation.sent.project', { title: used.title, contents: toContents(used) });
  }
  if (key === 'read_file') {
    const read = file.safeParse(params).data;
    return read && t('delegation.sent.file', { name: read.name });
  }
  if (key === 'asked_image_model') {
    const asked = askedForImage.safeParse(params).data;
    return asked && t('delegation.sent.image_prompt', { prompt: asked.prompt });
  }
  return key === 'used_previous_answer' ? t('delegation.sent.previous_answer') : undefined;
}

function wordRecipients({ host, models }: z.infer<typeof recipients>): string {
  const named = { count: models.length, models: models.join(', ') };
  return host === null ? t('delegation.sent.to_own', named) : t('delegation.sent.to', { host, ...named });
}

/** The English name of a language that is stored with a run. */
export function toLanguageName(code: string): string {
  return isLanguageCode(code) ? language(code).englishName : code;
}

function toContents({ tasks, of, description }: z.infer<typeof project>): string {
  const titles =
    tasks === of
      ? t('delegation.contents.tasks', { count: tasks })
      : t('delegation.contents.tasks_of', { tasks, of });
  const parts = [description && t('delegation.contents.description'), of > 0 && titles].filter(Boolean);
  return parts.join(', ') || t('delegation.contents.name');
}
