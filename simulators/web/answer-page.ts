import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { findPage } from './find-pages.ts';
import { TRAPS } from './hostile-pages.ts';
import type { SimulatedPage } from './page.ts';

/** Answers a request for `host/path`, as its site would. */
export function answerPage(response: ServerResponse, at: string, pages: readonly SimulatedPage[]): void {
  if (at === 'closed.example/robots.txt')
    return send(response, 200, 'User-agent: *\nDisallow: /\n', 'text/plain');
  if (at.endsWith('/robots.txt')) return send(response, 404, 'not found', 'text/plain');
  if (at.startsWith('trap.example/')) return answerTrap(response, at.slice('trap.example/'.length));
  const page = pages.find((each) => each.at === at) ?? findPage(at);
  if (!page) return send(response, 404, '<p>not found</p>');
  send(response, 200, page.bytes ?? page.html, page.contentType);
}

const TRAP_PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  fine: (response) =>
    send(
      response,
      200,
      '<html><body><article><p>You have arrived where the redirect leads.</p></article></body></html>',
    ),
  long: (response) =>
    send(
      response,
      200,
      `<html><body><article>${'<p>A line of a page that never comes to its end.</p>'.repeat(5_000)}</article></body></html>`,
    ),
  'status-500': (response) => send(response, 500, 'broken'),
  pdf: (response) => send(response, 200, '%PDF-1.7', 'application/pdf'),
  empty: (response) => send(response, 200, '<html><body><script>render()</script></body></html>'),
  large: (response) => send(response, 200, `<p>${'large '.repeat(600_000)}</p>`),
  bomb(response) {
    const packed = gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a'));
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed);
  },
  deep: (response) => send(response, 200, `${'<div><b>'.repeat(60_000)}deep${'</b></div>'.repeat(60_000)}`),
  endless(response) {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('<p>more</p>'), 20);
    response.once('close', () => clearInterval(timer));
  },
  silent: () => undefined,
};

function answerTrap(response: ServerResponse, name: string): void {
  const target = Object.entries(TRAPS).find(([trap]) => trap === name)?.[1];
  if (target !== undefined) return void response.writeHead(302, { location: target }).end();
  const trap = TRAP_PAGES[name];
  if (trap) trap(response);
  else send(response, 404, 'no such trap');
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'text/html; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
