import { statSync } from 'node:fs';
import { SUPABASE_FILE } from 'virtual:client-files';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { IsPageFile, type RouteHandle } from './lib/page/page-file.ts';
import { waitForStart } from './lib/page/start-when-used.ts';

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
  const html = await new Response(page).text();
  headers.set('Content-Type', 'text/html');
  return new Response(arrange(html, context), { status, headers });
}

function arrange(html: string, { staticHandlerContext, routeModules }: EntryContext): string {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const handle = routeModules[ids.at(-1) ?? '']?.handle as RouteHandle | undefined;
  if (handle?.startsReact) return startLater(html);
  return orderFiles(ids.includes('routes/app-shell') ? nameLateFiles(html) : html);
}

const START = /(?<=<script type="module" async="">)[^<]+/;

function startLater(html: string): string {
  const files = [...html.matchAll(CODE)].flatMap(([, file = '']) => file);
  return html.replaceAll(CODE, '').replace(START, (script) => waitForStart(script, files));
}

/** Otherwise the app asks for these only when its code runs. */
function nameLateFiles(html: string): string {
  const files = [
    '<link rel="preload" fetchpriority="low" href="/config.json" as="fetch" crossorigin="anonymous"/>',
    SUPABASE_FILE && `<link rel="modulepreload" href="${SUPABASE_FILE}"/>`,
  ];
  return html.replace('</head>', () => `${files.filter(Boolean).join('')}</head>`);
}

const CODE = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * Lets the stylesheet arrive first, since the first paint needs no code. The router's own links take no priority. Even
 * with a low one, browsers fetch two files beside the stylesheet, so the smallest come first.
 */
function orderFiles(html: string): string {
  const files = [...html.matchAll(CODE)].map(([, file = '']) => ({ file, size: sizeOf(file) }));
  const links = files
    .toSorted((one, other) => one.size - other.size)
    .map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="${file}"/>`)
    .join('');
  return html.replaceAll(CODE, '').replace('</head>', () => `${links}</head>`);
}

/** The build's working directory is that of the web app. There are no files during development. */
const sizeOf = (file: string): number =>
  statSync(`build/client${file}`, { throwIfNoEntry: false })?.size ?? 0;
