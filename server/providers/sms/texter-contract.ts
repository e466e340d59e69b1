import { describe, expect, test } from 'vitest';
import type { Text, Texter } from './sms.ts';

export interface OpenTexter {
  readonly texter: Texter;
  /** Texts received so far. */
  readonly received: () => Promise<readonly Pick<Text, 'to' | 'text'>[]>;
  readonly close: () => Promise<void>;
}

const TEXT: Text = { kind: 'sign_in_code', to: '+491701234567', text: 'Grüße · 確認 {to} <b>&\n"123456"' };

/** Contract tests for all texters. */
export function describeTexter(name: string, open: () => Promise<OpenTexter>): void {
  const withTexter = async (work: (opened: OpenTexter) => Promise<void>): Promise<void> => {
    const opened = await open();
    try {
      await work(opened);
    } finally {
      await opened.close();
    }
  };

  describe(`${name} as a texter`, () => {
    test('delivers number and text unchanged, in any script', () =>
      withTexter(async ({ texter, received }) => {
        await texter.send(TEXT);
        expect(await received()).toEqual([{ to: TEXT.to, text: TEXT.text }]);
      }));

    test.each(['491701234567', '+49170', '+49170123456,+49170123457', '+49 170 1234567', '+1"', ''])(
      'sends nothing to anything but one number: %j',
      (to) =>
        withTexter(async ({ texter, received }) => {
          await expect(texter.send({ ...TEXT, to })).rejects.toMatchObject({
            name: 'TextError',
            retryable: false,
          });
          expect(await received()).toEqual([]);
        }),
    );

    test('delivers 20 concurrent texts, each once', () =>
      withTexter(async ({ texter, received }) => {
        const texts = Array.from({ length: 20 }, (_, n) => `Text ${n}`);
        await Promise.all(texts.map((text) => texter.send({ ...TEXT, text })));
        expect((await received()).map(({ text }) => text).sort()).toEqual(texts.sort());
      }));
  });
}
