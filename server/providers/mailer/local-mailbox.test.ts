import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLocalMailbox } from './local-mailbox.ts';
import { describeMailer } from './mailer-contract.ts';

const root = mkdtempSync(join(tmpdir(), 'errand-mailbox-'));
let folders = 0;
const newFolder = (): string => {
  folders += 1;
  return join(root, `${folders}`);
};
const mail = { kind: 'recovery', to: 'ada@example.org', subject: 'Reset', text: 'text', html: '<p>html</p>' };
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeMailer('the local mailbox', async () => {
  const mailbox = createLocalMailbox({ folder: newFolder() });
  return { mailer: mailbox, received: () => mailbox.list(), close: async () => {} };
});

test('mails survive a restart, newest first, and are only readable for the owner', async () => {
  const folder = newFolder();
  await createLocalMailbox({ folder }).send({ ...mail, subject: 'first' });
  await createLocalMailbox({ folder }).send({ ...mail, subject: 'second' });
  const kept = await createLocalMailbox({ folder }).list();
  expect(kept.map(({ subject }) => subject)).toEqual(['second', 'first']);
  expect(kept[0]).toMatchObject({
    kind: 'recovery',
    to: 'ada@example.org',
    sent_at: expect.stringMatching(/Z$/),
  });
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

test('only the newest are kept, also when many arrive at once', async () => {
  const mailbox = createLocalMailbox({ folder: newFolder(), keep: 5 });
  await Promise.all(Array.from({ length: 12 }, (_, n) => mailbox.send({ ...mail, subject: `${n}` })));
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['11', '10', '9', '8', '7']);
});

test('an emptied or new mailbox is empty', async () => {
  const mailbox = createLocalMailbox({ folder: newFolder() });
  expect(await mailbox.list()).toEqual([]);
  await mailbox.send(mail);
  await mailbox.clear();
  expect(await mailbox.list()).toEqual([]);
});
