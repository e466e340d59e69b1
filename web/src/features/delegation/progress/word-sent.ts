import { ABOUT_TONES, ABOUT_UNITS } from '#domain/about-me.ts';
import type { StoredLine } from '#domain/line.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { type RunEvent, runEvent } from '#domain/run/run-events.ts';
import { countryName } from '#web/lib/format/countries.ts';
import { t } from '#web/texts/later.ts';
import type { SentTo } from '#web/ui/paper/receipt-content.ts';
import { toContents } from './word-step.ts';
import { wordEngine, wordQuery } from './word-tool-step.ts';

type Told<Key extends RunEvent['key']> = Extract<RunEvent, { readonly key: Key }>;

type Recipients = Told<'recipients'>['params'];

const readEvents = (events: readonly StoredLine[]): RunEvent[] =>
  events.flatMap((event) => runEvent.safeParse(event).data ?? []);

const PICTURE_CALLS: ReadonlySet<string> = new Set(['asked_for_brief', 'asked_image_model']);

/** Lists what was sent and to whom, for the receipt. A demo runs within the server and sends nothing. */
export function wordSentBy(
  { is_demo, options }: Pick<Run, 'is_demo' | 'options'>,
  events: readonly StoredLine[],
): SentTo[] {
  if (is_demo) return [{ what: [t('delegation.sent.nothing_demo')] }];
  const { wish, instruction, brief } = options;
  return wordAllSent(events, [wish, instruction], brief !== undefined);
}

/**
 * Everything sent, by recipient; `own` are the user's own texts. An image model gets only its prompt, not the
 * task, which goes to the text model that writes the brief. Runs of an older server don't name recipients.
 */
export function wordAllSent(
  stored: readonly StoredLine[],
  own: readonly (string | undefined)[] = [],
  hasOwnBrief = false,
): SentTo[] {
  const events = readEvents(stored);
  const who = events.find((event) => event.key === 'recipients')?.params;
  const isPicture = events.some(({ key }) => PICTURE_CALLS.has(key));
  const added = own.flatMap((words) => (words ? t('delegation.sent.wish', { words }) : []));
  if (isPicture) return wordSentForPicture(events, { who, added, hasOwnBrief });
  const model = [...wordSentToModel(events), ...added];
  const searches = events.filter((event) => event.key === 'planned_search');
  const queries = searches.flatMap(({ params }) => params.queries.map(wordQuery));
  const hasScans = events.some(({ key }) => key === 'read_scan' || key === 'scan_not_read');
  return [
    ...(who || model.length > 0 ? [{ ...(who && { to: wordRecipients(who) }), what: unique(model) }] : []),
    ...(queries.length > 0 ? [{ to: wordEngine(who?.search ?? null), what: unique(queries) }] : []),
    ...(hasScans && who?.ocr
      ? [{ to: t('delegation.sent.to_other', { name: who.ocr }), what: [t('delegation.sent.scans')] }]
      : []),
  ];
}

interface SentForPicture {
  /** Undefined for runs of an older server. */
  who: Recipients | undefined;
  /** The user's own texts, worded. */
  added: readonly string[];
  hasOwnBrief: boolean;
}

/** The task, to the text model that was asked for a brief; the prompt and the picture to change, to the image model. */
function wordSentForPicture(
  events: readonly RunEvent[],
  { who, added, hasOwnBrief }: SentForPicture,
): SentTo[] {
  const asked = events.find((event) => event.key === 'asked_for_brief')?.params;
  const task = events.filter(({ key }) => key !== 'read_file').flatMap((event) => wordSentEvent(event) ?? []);
  const hasBrief = hasOwnBrief || events.some(({ key }) => key === 'wrote_brief');
  const drawn = events.flatMap((event) => {
    if (event.key === 'read_file') return wordSentEvent(event) ?? [];
    if (event.key !== 'asked_image_model') return [];
    const { prompt } = event.params;
    return t(hasBrief ? 'delegation.sent.brief' : 'delegation.sent.image_prompt', { prompt });
  });
  const writer = asked && wordRecipients({ host: who?.brief_host ?? null, models: [asked.model] });
  return [
    ...(writer ? [{ to: writer, what: unique([...task, ...added]) }] : []),
    ...(drawn.length > 0 ? [{ ...(who && { to: wordRecipients(who) }), what: unique(drawn) }] : []),
  ];
}

const unique = (words: readonly string[]): string[] => [...new Set(words)];

function wordSentToModel(events: readonly RunEvent[]): string[] {
  const isAnalysis = events.some(({ key }) => key === 'read_tables');
  const shown = new Set(events.flatMap((event) => (event.key === 'read_picture' ? event.params.name : [])));
  const attached = new Set(events.flatMap((event) => (event.key === 'read_file' ? event.params.name : [])));
  return events.flatMap((event) => {
    // A scanned page of a file is shown as a picture of its own.
    if (event.key === 'read_picture' && !attached.has(event.params.name))
      return t('delegation.sent.file', { name: event.params.name });
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
  if (event.key === 'used_notes') {
    const { characters, of } = event.params;
    return t(characters < of ? 'delegation.sent.some_notes' : 'delegation.sent.notes', { characters, of });
  }
  if (event.key === 'used_project') {
    const { title } = event.params;
    return t('delegation.sent.project', { title, contents: toContents(event.params) });
  }
  if (event.key === 'answered') return t('delegation.sent.answers');
  if (event.key === 'used_about') return t('delegation.sent.about', { parts: wordAbout(event.params) });
  if (event.key === 'read_file') return t('delegation.sent.file', { name: event.params.name });
  return event.key === 'used_previous_answer' ? t('delegation.sent.previous_answer') : undefined;
}

/** Parts of what the person says about themselves. A newer server may have other units and tones. */
function wordAbout({ country, currency, units, tone, characters, of }: Told<'used_about'>['params']): string {
  const [unit, manner] = [
    ABOUT_UNITS.find((each) => each === units),
    ABOUT_TONES.find((each) => each === tone),
  ];
  return [
    country && countryName(country),
    currency,
    unit && t(`delegation.about.units.${unit}`),
    manner && t(`delegation.about.tone.${manner}`),
    characters > 0 &&
      t(characters < of ? 'delegation.about.some_facts' : 'delegation.about.facts', { characters, of }),
  ]
    .filter(Boolean)
    .join(', ');
}

function wordRecipients({ host, models }: Pick<Recipients, 'host' | 'models'>): string {
  const named = { count: models.length, models: models.join(', ') };
  return host === null ? t('delegation.sent.to_own', named) : t('delegation.sent.to', { host, ...named });
}
