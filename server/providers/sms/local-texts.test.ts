import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalMailbox } from '../mailer/local-mailbox.ts';
import { createLocalTexts } from './local-texts.ts';
import { describeTexter } from './texter-contract.ts';

function openMailbox() {
  const folder = mkdtempSync(join(tmpdir(), 'errand-texts-'));
  const mailbox = createLocalMailbox({ folder });
  return { mailbox, close: async () => rmSync(folder, { recursive: true, force: true }) };
}

describeTexter('the local mailbox', async () => {
  const { mailbox, close } = openMailbox();
  const received = async () => (await mailbox.list()).map(({ to, text }) => ({ to, text }));
  return { texter: createLocalTexts({ mailbox }), received, close };
});

test('the mailbox page shows a text as it was written, not as HTML', async () => {
  const { mailbox, close } = openMailbox();
  await createLocalTexts({ mailbox }).send({ kind: 'code', to: '+491701234567', text: '<img src=x> & more' });
  expect(await mailbox.list()).toMatchObject([
    { kind: 'code', html: '<pre>&#60;img src=x&#62; &#38; more</pre>' },
  ]);
  await close();
});
