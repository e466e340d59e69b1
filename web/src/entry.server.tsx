import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { IsPageFile } from './lib/page/page-file.ts';

/**
 * Runs while the app is built, to write the public pages to files; never in production.
 * It exists because without it the router's build adds `isbot` to package.json and calls `npm install`,
 * which, in a production build, removes every development dependency.
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
