/**
 * Thread that parses untrusted HTML, one page at a time; it may be terminated at any point.
 * @size: a thread starts from a file of its own.
 */
import { parentPort } from 'node:worker_threads';
import { type HtmlText, readHtml } from './read-html.ts';

export type ThreadReply = { readonly text: HtmlText } | { readonly failure: string };

const reply = (message: ThreadReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (html: string) => {
  try {
    reply({ text: readHtml(html) });
  } catch (error) {
    reply({ failure: String(error) });
  }
});
