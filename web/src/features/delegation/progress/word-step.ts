import { isLanguageCode, language } from '#domain/languages.ts';
import type { StoredLine } from '#domain/line.ts';
import type { Run, RunEventRow } from '#domain/rows/run-row.ts';
import { type RunEvent, runEvent } from '#domain/run/run-events.ts';
import type { MaterialStep, PictureStep, TableStep, WebStep } from '#domain/run/run-steps.ts';
import { t } from '#web/texts/app.ts';
import type { TrailStep } from '#web/ui/paper/receipt-content.ts';
import { toSizeWords } from '../form/attachment-list.ts';
import { secondsBetween, toClock } from '../moments.ts';
import { withUnit } from '../with-unit.ts';
import { wordToolStep, wordWhy } from './word-tool-step.ts';

type Told<Key extends RunEvent['key']> = Extract<RunEvent, { readonly key: Key }>;

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
    case 'asked':
      return t('delegation.step.asked', event.params);
    case 'answered':
      return t('delegation.step.answered', event.params);
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
    case 'mended':
      return t('delegation.step.mended');
    default:
      return wordWork(event);
  }
}

function wordWork(step: MaterialStep | PictureStep | TableStep | WebStep): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the parameter of the default's call names the rest
  switch (step.key) {
    case 'read_task':
      return t('delegation.step.read_task');
    case 'used_notes':
      return t('delegation.step.used_notes');
    case 'used_project':
      return t('delegation.step.used_project', {
        title: step.params.title,
        contents: toContents(step.params),
      });
    case 'used_about':
      return t('delegation.step.used_about');
    case 'used_previous_answer':
      return t('delegation.step.used_previous_answer', step.params);
    case 'read_file':
      return t('delegation.step.read_file', { name: step.params.name, size: toSizeWords(step.params.size) });
    case 'opened_pdf':
      return t('delegation.step.opened_pdf', withUnit(step.params));
    case 'read_pages':
      return t('delegation.step.read_pages', withUnit(step.params));
    case 'pages_left_out':
      return t('delegation.step.pages_left_out', { ...withUnit(step.params), why: wordWhy(step.params.why) });
    case 'read_scan':
      return t('delegation.step.read_scan', step.params);
    case 'scan_not_read':
      return t('delegation.step.scan_not_read', step.params);
    case 'asked_for_brief':
      return t('delegation.step.asked_for_brief', step.params);
    case 'wrote_brief':
      return t('delegation.step.wrote_brief', step.params);
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

/** English name of a stored language code. */
export function toLanguageName(code: string): string {
  return isLanguageCode(code) ? language(code).englishName : code;
}

/** Parts of a project that were sent. */
export function toContents({ tasks, of, description }: Told<'used_project'>['params']): string {
  const titles =
    tasks === of
      ? t('delegation.contents.tasks', { count: tasks })
      : t('delegation.contents.tasks_of', { tasks, of });
  const parts = [description && t('delegation.contents.description'), of > 0 && titles].filter(Boolean);
  return parts.join(', ') || t('delegation.contents.name');
}
