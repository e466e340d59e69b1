import type { Config } from '../config.ts';
import type { Lifecycle } from '../lib/lifecycle.ts';
import type { PriceList } from '../product/ai/models/prices.ts';
import { ROLES } from '../product/ai/models/roles.ts';
import type { WebAccess } from '../product/ai/tools/build.ts';
import { createFileWork } from '../product/files/file-work.ts';
import { createPageReader } from '../providers/page-reader/create-page-reader.ts';
import type { ReadPdf } from '../providers/page-reader/pdf-reader.ts';
import { createBraveSearch } from '../providers/search/brave.ts';
import { createRouterSearch } from '../providers/search/router.ts';
import type { SearchEngine } from '../providers/search/search.ts';
import { createSearxngSearch } from '../providers/search/searxng.ts';
import { createTavilySearch } from '../providers/search/tavily.ts';
import { isRouter } from '../providers/text-model/server-kind.ts';
import type { TextModel } from '../providers/text-model/text-model.ts';

interface EngineDeps {
  readonly textModel: TextModel;
  /** That a router's search is made with. */
  readonly model: string | null;
  readonly prices: PriceList;
}

/** How the tools reach the web: addresses from a search engine, pages read by Errand itself. Null: they do not. */
export function openSearch(
  { search, text, publicUrl }: Config,
  { lifecycle, ...deps }: EngineDeps & { readonly lifecycle: Lifecycle },
): WebAccess | null {
  const engine = openEngine(search.provider, text, deps);
  if (engine === null) return null;
  const pages = createPageReader({
    about: publicUrl,
    internalHosts: search.internalHosts,
    readPdf: openWebPdfs(),
  });
  lifecycle.opened('page reader', () => pages.close());
  return { search: engine, pages };
}

/**
 * The process that opens attached PDFs, for those of the web. It has a gate of its own: what somebody has built to hold
 * its reader up is not to hold up the files of tasks. `limit`: milliseconds for one, once its turn has come.
 */
export function openWebPdfs({ limit = 10_000 }: { limit?: number } = {}): ReadPdf {
  const work = createFileWork({ limit });
  return (bytes, { signal, characters }) => work.readPdfStart(bytes, characters, signal);
}

/** The engine alone. Null: none is configured, or it has no model to search with. */
export function openEngine(
  choice: Config['search']['provider'],
  text: Config['text'],
  { textModel, model, prices }: EngineDeps,
): SearchEngine | null {
  switch (choice.kind) {
    case 'off':
      return null;
    case 'router': {
      const canSearch = text.kind === 'real' && isRouter(new URL(text.baseUrl));
      if (!canSearch || model === null) return null;
      return createRouterSearch({
        textModel,
        model,
        effort: ROLES.searcher.likes.effort,
        worstCost: ({ prompt, completion }) =>
          prices.worstCost({ model, promptTokens: prompt, maxTokens: completion }),
      });
    }
    case 'searxng':
      return createSearxngSearch(choice);
    case 'brave':
      return createBraveSearch({ apiKey: choice.apiKey, ...(choice.url !== null && { url: choice.url }) });
    case 'tavily':
      return createTavilySearch({ apiKey: choice.apiKey, ...(choice.url !== null && { url: choice.url }) });
  }
}
