import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { PageError } from '#server/providers/page-reader/page-reader.ts';
import {
  isTooLong,
  ProviderError,
  type ProviderFailure,
} from '#server/providers/provider-error/provider-error.ts';
import { cleanText } from '../language/clean-text.ts';
import { makeCall } from '../models/make-call.ts';
import { CallRefused, type ToolContext } from '../tool.ts';
import type {
  Action,
  ActionResult,
  PictureAction,
  PictureDone,
  ProfileAction,
  ProfileDone,
  QueryAction,
  QueryDone,
  ReadAction,
  ReadDone,
  ScanAction,
  ScanDone,
  SearchAction,
  SearchDone,
} from './action.ts';
import { askModel } from './ask-model.ts';
import type { EngineEffects } from './effects.ts';
import { withRetries } from './with-retries.ts';

/** Performs an action. For one that may fail, a failure is returned; otherwise it is thrown. */
export async function performAction(
  action: Action,
  effects: EngineEffects,
  context: ToolContext,
): Promise<ActionResult> {
  const limit = action.need === 'spare' ? timeoutSignal(effects.patience.spare) : null;
  const signal = limit ? AbortSignal.any([context.signal, limit]) : context.signal;
  try {
    signal.throwIfAborted();
    return await perform(action, effects, { ...context, signal });
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (limit?.aborted) return { ok: false, why: 'slow' };
    if (effects.mayTakeLess && action.gathers && isTooLong(error)) throw error;
    const why = action.need === 'must' ? null : failureReason(error, action.need);
    if (why === null) throw error;
    return { ok: false, why };
  }
}

function perform(action: Action, effects: EngineEffects, context: ToolContext): Promise<ActionResult> {
  switch (action.kind) {
    case 'chat':
      return askModel(action, effects, context);
    case 'search':
      return search(action, effects, context);
    case 'read':
      return read(action, effects, context);
    case 'scan':
      return scan(action, effects, context);
    case 'profile':
    case 'query':
      return workOnTables(action, effects, context);
    case 'picture':
      return makePicture(action, effects, context);
  }
}

async function search(
  action: SearchAction,
  effects: EngineEffects,
  context: ToolContext,
): Promise<SearchDone> {
  const { search: engine, patience } = effects;
  if (engine === null) throw new Error('this tool was given no search engine');
  const { query: words, language, count } = action;
  return withRetries(patience, context, async () => {
    const { hits } = await makeCall(context, {
      awaits: 'search',
      planned: {
        model: `search: ${engine.name}`,
        promptTokens: 0,
        maxTokens: 0,
        step: action.id,
        usd: engine.usd(),
      },
      make: () => engine.search({ words, language, count }, { signal: context.signal }),
      usageOf: ({ usage }) => usage,
    });
    return { ok: true, kind: 'search', hits: [...hits] };
  });
}

async function read(
  { url, language }: ReadAction,
  effects: EngineEffects,
  context: ToolContext,
): Promise<ReadDone> {
  if (effects.pages === null) throw new Error('this tool was given no way to read pages');
  const page = await effects.pages.read(url, { signal: context.signal, language });
  return { ok: true, kind: 'read', page: { ...page, readAt: effects.clock.now().toISOString() } };
}

/** The same limit as for pages with a text layer. */
const PAGE_CHARACTERS = 200_000;

async function scan(action: ScanAction, effects: EngineEffects, context: ToolContext): Promise<ScanDone> {
  const { scans, patience } = effects;
  if (scans === undefined) throw new Error('this tool was given no reader of scans');
  return withRetries(patience, context, async () => {
    const { text } = await makeCall(context, {
      awaits: 'scan',
      planned: {
        model: `OCR: ${scans.name}`,
        promptTokens: 0,
        maxTokens: 0,
        step: action.id,
        usd: scans.usd,
      },
      make: () => scans.read(action.page, { signal: context.signal }),
      usageOf: ({ usage }) => usage,
    });
    return { ok: true, kind: 'scan', text: cleanText(text.slice(0, PAGE_CHARACTERS)) };
  });
}

async function workOnTables(
  action: ProfileAction | QueryAction,
  { tables: work }: EngineEffects,
  { signal }: ToolContext,
): Promise<ProfileDone | QueryDone> {
  if (work === undefined) throw new Error('this tool was given no way to read tables');
  if (action.kind === 'profile') {
    const tables = await work.profileTables(action.sources, signal);
    return { ok: true, kind: 'profile', tables: [...tables] };
  }
  const outcomes = await work.queryTables(action.sources, action.queries, signal);
  return { ok: true, kind: 'query', outcomes: [...outcomes] };
}

function makePicture(
  { brief }: PictureAction,
  { makePicture: make, patience }: EngineEffects,
  context: ToolContext,
): Promise<PictureDone> {
  if (make === undefined) throw new Error('this tool was given no way to make pictures');
  return withRetries(patience, context, () => make(brief, context));
}

/** Failures of the provider as a whole, which would end all further actions the same way. */
const PROVIDER_WIDE: readonly ProviderFailure[] = ['auth', 'payment', 'request', 'aborted'];

const REFUSED: Readonly<Record<CallRefused['why'], string>> = {
  calls: 'calls',
  run_budget: 'budget',
  day_budget: 'day_budget',
};

/** Reason why an optional action failed; null if the error must end or requeue the run. */
function failureReason(error: unknown, need: Exclude<Action['need'], 'must'>): string | null {
  if (error instanceof PageError) return error.why;
  if (error instanceof CallRefused) return REFUSED[error.why];
  if (need !== 'may' && error instanceof ProviderError) return error.kind;
  // A retryable error is a request for a long wait: it requeues the run instead of skipping the action.
  if (error instanceof ProviderError && !error.retryable && !PROVIDER_WIDE.includes(error.kind))
    return error.kind;
  return null;
}
