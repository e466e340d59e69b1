import type { CheckedSubject, Trial } from '#domain/model-report.ts';
import { TRIAL_WORDS } from '../offer/check-tools.ts';
import type { ExaminationDeps, ExaminedSearch } from './examination.ts';
import { measureCall } from './measure-call.ts';

const WANTED = 3;

/** Runs one search that every engine has results for. */
export async function trySearch(
  deps: ExaminationDeps & { readonly search: ExaminedSearch },
  signal: AbortSignal,
): Promise<CheckedSubject> {
  const { engine, isRouter } = deps.search;
  const asked = isRouter
    ? ({ part: 'texts', setting: 'AI_MODEL_FAST' } as const)
    : ({ part: 'search', setting: 'SEARCH_PROVIDER' } as const);
  const { trial } = await measureCall(
    deps,
    {
      role: 'search',
      asked,
      async make(limited) {
        const query = { words: TRIAL_WORDS, language: 'en', count: WANTED };
        const { hits, usage } = await engine.search(query, { signal: limited });
        return { ...judge(hits.length, isRouter), cost: usage.cost ?? (engine.usd() === 0 ? 0 : null) };
      },
    },
    signal,
  );
  const setting = 'SEARCH_PROVIDER';
  const facts = { state: 'ok', note: null, advice: null, listed: null, window: null } as const;
  return { kind: 'search', name: engine.name, setting, ...facts, trials: [trial] };
}

type Found = Omit<Trial, 'role' | 'ms' | 'cost'>;

function judge(found: number, isRouter: boolean): Found {
  const nothing = { sent: [], dropped: [] };
  if (found > 0) {
    const note = `${found} ${found === 1 ? 'page' : 'pages'} found`;
    return { ...nothing, state: 'ok', note, advice: null, honoured: ['search'] };
  }
  const advice = isRouter
    ? 'Set AI_MODEL_FAST to a model that uses the router’s search, or set SEARCH_PROVIDER to a separate search engine.'
    : 'Try the same search on the engine yourself. Its sources may be switched off or blocked.';
  return { ...nothing, state: 'wrong', note: `nothing found for “${TRIAL_WORDS}”`, advice, honoured: [] };
}
