import { textOf } from '#simulators/ai/chat-request.ts';
import type { Script } from '#simulators/ai/scripts/script.ts';
import { PAGES, searchPages, snippetOf } from '#simulators/web/find-pages.ts';
import { GOLDEN_PAGES } from './tasks/golden-pages.ts';

export const ROUTER_SEARCH_MODEL = 'sim/router-search';

/** What a router does that searches by itself, among the pages of the golden tasks too. */
export const routerSearch: Script = {
  model: 'router-search',
  does: 'finds pages of the golden tasks, where it is given a search tool',
  async run({ request, reply }) {
    const tool = request.tools?.[0];
    const words = request.messages.map(textOf).at(-1) ?? '';
    const found = tool ? searchPages(words, [...PAGES, ...GOLDEN_PAGES]) : [];
    await reply.text('done');
    for (const page of found.slice(0, tool?.parameters.max_results ?? 5)) {
      const url_citation = { url: `http://${page.at}`, title: page.title, content: snippetOf(page) };
      const annotations = [
        { type: 'url_citation', url_citation: { ...url_citation, start_index: 0, end_index: 4 } },
      ];
      await reply.choice({ delta: { content: '', annotations }, finish_reason: null });
    }
    await reply.end();
  },
};
