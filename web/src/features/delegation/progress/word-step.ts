import { isLanguageCode, language } from '#domain/languages.ts';
import type { StoredLine } from '#domain/line.ts';
import type { Run, RunEventRow } from '#domain/rows/run-row.ts';
import { type RunEvent, runEvent } from '#domain/run/run-events.ts';
import type { MaterialStep, PictureStep, TableStep, WebStep } from '#domain/run/run-steps.ts';
import { t } from '#web/texts/app.ts';
import type { SentTo } from '#web/ui/paper/receipt.tsx';
import type { TrailStep } from '#web/ui/paper/trail.tsx';
import { toSizeWords } from '../form/attachment-list.ts';
import { secondsBetween, toClock } from '../moments.ts';
import { wordEngine, wordQuery, wordToolStep, wordWhy } from './word-tool-step.ts';

type Told<Key extends RunEvent['key']> = Extract<RunEvent, { readonly key: Key }>;

const readEvents = (events: readonly StoredLine[]): RunEvent[] =>
  events.flatMap((event) => runEvent.safeParse(event).data ?? []);

/** Text of an event; undefined for a mere state or a key of a newer server. */
export function wordStep(stored: StoredLine): string | undefined {
  const event = runEvent.safeParse(stored).data;
  return event && wordEvent(event);
}

/** Exhaustive: a new key doesn't compile until it is handled here or in wordToolStep(). */
function wordEvent(event: RunEvent): string | undefined {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the parameter of the default's call names the rest
  switch (event.key) {
    // The trail shows these by itself.
    case 'queued':
    case 'started':
    case 'succeeded':
    case 'failed':
    case 'cancelled':
    // Shown in the receipt only.
    case 'recipients':
      return undefined;
    case 'waiting': {
      const { resume_at: at } = event.params;
      return at
        ? t('delegation.step.waiting_until', { time: toClock(new Date(at)) })
        : t('delegation.step.waiting');
    }
    case 'requeued':
      return t('delegation.step.requeued');
    case 'retrying':
      return t('delegation.step.retrying', event.params);
    case 'asked_model':
      return t('delegation.step.asked_model', event.params);
    case 'awaits':
      return t(`delegation.step.awaits.${event.params.what}`);
    case 'words_came':
      return t('delegation.step.words_came', event.params);
    case 'continued_answer':
      return t('delegation.step.continued_answer');
    case 'rewrote_in_language':
      return t('delegation.step.rewrote_in_language', { language: toLanguageName(event.params.language) });
    default:
      return wordWork(event);
  }
}

function wordWork(step: MaterialStep | PictureStep | TableStep | WebStep): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the parameter of the default's call names the rest
  switch (step.key) {
    case 'read_task':
      return t('delegation.step.read_task');
    case 'used_project':
      return t('delegation.step.used_project', {
        title: step.params.title,
        contents: toContents(step.params),
      });
    case 'used_previous_answer':
      return t('delegation.step.used_previous_answer', step.params);
    case 'read_file':
      return t('delegation.step.read_file', { name: step.params.name, size: toSizeWords(step.params.size) });
    case 'opened_pdf':
      return t('delegation.step.opened_pdf', step.params);
    case 'read_pages':
      return t('delegation.step.read_pages', step.params);
    case 'pages_left_out':
      return t('delegation.step.pages_left_out', { ...step.params, why: wordWhy(step.params.why) });
    case 'read_scan':
      return t('delegation.step.read_scan', step.params);
    case 'scan_not_read':
      return t('delegation.step.scan_not_read', step.params);
    case 'asked_image_model':
      return t('delegation.step.asked_image_model', step.params);
    case 'checked_image': {
      const { width, height, format, size } = step.params;
      return t('delegation.step.checked_image', {
        width,
        height,
        format: format.toUpperCase(),
        size: toSizeWords(size),
      });
    }
    case 'kept_outside':
      return t('delegation.step.kept_outside', step.params);
    default:
      return wordToolStep(step);
  }
}

/** Steps of a run for its trail and receipt, with seconds since it was delegated. */
export function toTrailSteps(run: Pick<Run, 'created_at'>, events: readonly RunEventRow[]): TrailStep[] {
  return events.flatMap((event, index) => {
    const text = wordStep(event);
    // A wait is shown only while it lasts; the event that ends it says the rest.
    if (text === undefined || (event.key === 'awaits' && index < events.length - 1)) return [];
    return [{ at: secondsBetween(run.created_at, event.created_at) ?? 0, text }];
  });
}

/** Seconds waited so far, if the last event is a wait for a provider. */
export function secondsWaited(last: RunEventRow | undefined, now: number): number | undefined {
  const event = runEvent.safeParse(last).data;
  if (last === undefined || event?.key !== 'awaits') return undefined;
  // The device's clock may be behind the server's.
  return event.params.seconds + Math.max(0, Math.round((now - Date.parse(last.created_at)) / 1000));
}

/** Lists what was sent and to whom, for the receipt. A demo runs within the server and sends nothing. */
export function wordSentBy(
  { is_demo, options }: Pick<Run, 'is_demo' | 'options'>,
  events: readonly StoredLine[],
): SentTo[] {
  return is_demo ? [{ what: [t('delegation.sent.nothing_demo')] }] : wordAllSent(events, options.instruction);
}

/**
 * Everything sent, by recipient; `wish` is the user's own text. An image model gets only its prompt, not the
 * task. Runs of an older server don't name recipients.
 */
export function wordAllSent(stored: readonly StoredLine[], wish?: string): SentTo[] {
  const events = readEvents(stored);
  const who = events.find((event) => event.key === 'recipients')?.params;
  const isPicture = events.some(({ key }) => key === 'asked_image_model');
  const added = wish && !isPicture ? [t('delegation.sent.wish', { words: wish })] : [];
  const model = [...wordSentToModel(events, isPicture), ...added];
  const searches = isPicture ? [] : events.filter((event) => event.key === 'planned_search');
  const queries = searches.flatMap(({ params }) => params.queries.map(wordQuery));
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

function wordSentToModel(events: readonly RunEvent[], isPicture: boolean): string[] {
  const isAnalysis = events.some(({ key }) => key === 'read_tables');
  const shown = new Set(events.flatMap((event) => (event.key === 'read_picture' ? event.params.name : [])));
  const sent = events.filter(({ key }) => !isPicture || key === 'asked_image_model' || key === 'read_file');
  return sent.flatMap((event) => {
    // Code reads a table and the model gets only its profile; pictures are sent whole.
    const isProfile = isAnalysis && event.key === 'read_file' && !shown.has(event.params.name);
    return isProfile
      ? t('delegation.sent.file_profile', { name: event.params.name })
      : (wordSentEvent(event) ?? []);
  });
}

/** Text of what an event sent to the model; undefined if it sent nothing. */
export function wordSent(stored: StoredLine): string | undefined {
  const event = runEvent.safeParse(stored).data;
  return event && wordSentEvent(event);
}

function wordSentEvent(event: RunEvent): string | undefined {
  if (event.key === 'read_task') return t('delegation.sent.task');
  if (event.key === 'used_project') {
    const { title } = event.params;
    return t('delegation.sent.project', { title, contents: toContents(event.params) });
  }
  if (event.key === 'read_file') return t('delegation.sent.file', { name: event.params.name });
  if (event.key === 'asked_image_model') {
    return t('delegation.sent.image_prompt', { prompt: event.params.prompt });
  }
  return event.key === 'used_previous_answer' ? t('delegation.sent.previous_answer') : undefined;
}

function wordRecipients({ host, models }: Told<'recipients'>['params']): string {
  const named = { count: models.length, models: models.join(', ') };
  return host === null ? t('delegation.sent.to_own', named) : t('delegation.sent.to', { host, ...named });
}

/** English name of a stored language code. */
export function toLanguageName(code: string): string {
  return isLanguageCode(code) ? language(code).englishName : code;
}

function toContents({ tasks, of, description }: Told<'used_project'>['params']): string {
  const titles =
    tasks === of
      ? t('delegation.contents.tasks', { count: tasks })
      : t('delegation.contents.tasks_of', { tasks, of });
  const parts = [description && t('delegation.contents.description'), of > 0 && titles].filter(Boolean);
  return parts.join(', ') || t('delegation.contents.name');
}
