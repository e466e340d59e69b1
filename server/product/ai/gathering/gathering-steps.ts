import type { RunStep } from '#domain/run/run-steps.ts';
import type { ActionResult, ChatAction, ReadAction, SearchAction } from '../engine/action.ts';
import type { ToolSpec } from '../engine/tool-spec.ts';
import { notingStep, readingStep } from './actions.ts';
import { toClaims } from './read-claims.ts';
import type { Candidate, Page } from './sources.ts';

/** Progress steps of searching and reading; `chatSteps` covers model calls. */
export function gatheringSteps<State extends { readonly candidates: readonly Candidate[] }>(
  chatSteps: (state: State, action: ChatAction, result: ActionResult) => readonly RunStep[],
): ToolSpec<never, State>['steps'] {
  return (state, action, result) => {
    switch (action.kind) {
      case 'search':
        return searchedSteps(action, result);
      case 'read':
        return readSteps(action, result, state.candidates);
      case 'chat':
        return chatSteps(state, action, result);
      case 'scan':
      case 'profile':
      case 'query':
      case 'picture':
        return [];
    }
  };
}

/** Steps for kept pages and planned queries. */
export function plannedSteps(queries: readonly string[], kept: readonly Page[]): RunStep[] {
  const steps: RunStep[] = [];
  if (kept.length > 0) steps.push({ key: 'kept_sources', params: { count: kept.length } });
  if (queries.length > 0) steps.push({ key: 'planned_search', params: { queries } });
  return steps;
}

/** Step for a finished search. */
function searchedSteps({ query }: SearchAction, result: ActionResult): RunStep[] {
  if (!result.ok) return [{ key: 'search_left_out', params: { query, why: result.why } }];
  const hits = result.kind === 'search' ? result.hits.length : 0;
  return [{ key: 'searched', params: { query, hits } }];
}

/** A page that was read is not reported yet: its quotable claims count. */
function readSteps(action: ReadAction, result: ActionResult, candidates: readonly Candidate[]): RunStep[] {
  if (result.ok) return [];
  const candidate = candidates.find((each) => readingStep(each) === action.id);
  return [{ key: 'page_not_read', params: { host: candidate ? placeOf(candidate) : '', why: result.why } }];
}

/** Step for the notes taken of a page. */
export function notedSteps(step: string, result: ActionResult, pages: readonly Page[]): RunStep[] {
  const page = pages.find((each) => notingStep(each) === step);
  if (!page) return [];
  if (!result.ok) return [{ key: 'page_not_read', params: { host: placeOf(page), why: result.why } }];
  const quotes = toClaims(page, result, 1).length;
  return [{ key: 'read_page', params: { host: placeOf(page), title: page.title, quotes } }];
}

/** Host of a page; for a PDF also its file name, since a site may have many. */
function placeOf({ host, url }: Candidate): string {
  const file = (URL.parse(url)?.pathname ?? '').split('/').at(-1) ?? '';
  return file.toLowerCase().endsWith('.pdf') ? `${host}/${file.slice(-60)}` : host;
}
