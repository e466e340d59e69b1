import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Device } from './devices.ts';

/** A picture of the page, and how long it was to be seen. */
export interface Shot {
  readonly file: string;
  readonly seconds: number;
}

export interface Recording {
  /** Since the first picture. */
  readonly seconds: () => number;
  stop(): Promise<Shot[]>;
}

/** Keeps each picture that the browser draws, as it draws it: a page that stands still gives one. */
export async function recordScreen(page: Page, folder: string, device: Device): Promise<Recording> {
  const session = await page.context().newCDPSession(page);
  const frames: { file: string; at: number }[] = [];
  const writing: Promise<void>[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.png`);
    frames.push({ file, at: performance.now() / 1000 });
    writing.push(writeFile(file, data, 'base64'));
    // Without an answer the browser sends no more; one that is going away needs none.
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    begin();
  });
  await session.send('Page.startScreencast', {
    format: 'png',
    maxWidth: device.width * device.scale,
    maxHeight: device.height * device.scale,
  });
  await begun;
  const start = frames[0]?.at ?? 0;
  return {
    seconds: () => performance.now() / 1000 - start,
    async stop() {
      const end = performance.now() / 1000;
      await session.send('Page.stopScreencast');
      await Promise.all(writing);
      return frames.map(({ file, at }, index) => ({ file, seconds: (frames[index + 1]?.at ?? end) - at }));
    },
  };
}
