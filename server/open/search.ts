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
  /** Model used for a router's search. */
  readonly model: string | null;
  readonly prices: PriceList;
}

/** Opens web access for the tools: results from a search engine, pages read by Errand itself. Null without it. */
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
 * A process for PDFs from the web, separate from the one for attachments: a malicious PDF must not hold up users' own
 * files. `limit`: milliseconds per PDF, not counting the queue.
 */
export function openWebPdfs({ limit = 10_000 }: { limit?: number } = {}): ReadPdf {
  const work = createFileWork({ limit });
  return (bytes, { signal, characters }) => work.readPdfStart(bytes, characters, signal);
}

/** Opens the search engine alone. Null if none is configured, or if it has no model to search with. */
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
