import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { IsPageFile } from './lib/page/page-file.ts';

/**
 * Prerenders the public pages at build time; never runs in production. Without it the router's build adds
 * `isbot` to package.json and runs `npm install`, which removes all development dependencies in a production
 * build.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = await renderToReadableStream(
    <IsPageFile value={!context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </IsPageFile>,
  );
  await page.allReady;
  headers.set('Content-Type', 'text/html');
  return new Response(page, { status, headers });
}
