import { searchPages, snippetOf } from '../../web/find-pages.ts';
import { textOf } from '../chat-request.ts';
import type { ChatCall, Script } from './script.ts';

/** Simulates a router that searches by itself. */
export const SEARCHES: readonly Script[] = [
  {
    model: 'search',
    does: 'finds pages of the simulated web (`simulators/web`), and fails with 400 when it was given no search tool',
    run: (call) => search(call, 'done', 'stop'),
  },
  {
    model: 'search-silent-(stop|length)',
    does: 'does the same, but its model writes nothing at all and finishes so',
    run: (call, finish) => search(call, '', finish),
  },
  {
    model: 'search-nothing',
    does: 'decides not to search, although it could',
    async run({ reply }) {
      await reply.text('done');
      await reply.end();
    },
  },
];

async function search({ request, reply }: ChatCall, said: string, finish = 'stop'): Promise<void> {
  const tool = request.tools?.[0];
  if (!tool) return reply.fail({ status: 400, body: { error: { code: 400, message: 'no search tool' } } });
  const words = request.messages.map(textOf).at(-1) ?? '';
  if (said !== '') await reply.text(said);
  for (const page of searchPages(words).slice(0, tool.parameters.max_results ?? 5)) {
    const citation = { url: `http://${page.at}`, title: page.title, content: snippetOf(page) };
    const annotations = [
      { type: 'url_citation', url_citation: { ...citation, start_index: 0, end_index: said.length } },
    ];
    await reply.choice({ delta: { content: '', annotations }, finish_reason: null });
  }
  await reply.end(finish);
}
