/** The thread in which foreign HTML is read. One page at a time; whoever asks may end it in the middle. */
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
