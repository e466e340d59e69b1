import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLocalMailbox, type StoredMail } from './local-mailbox.ts';
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
  const attachmentsOf = ({ id, attachments }: StoredMail) =>
    Promise.all(attachments.map((_known, at) => mailbox.readAttachment(id, at))).then((all) =>
      all.filter((each) => each !== null),
    );
  return {
    mailer: mailbox,
    received: async () =>
      Promise.all(
        (await mailbox.list()).map(async (kept) => ({ ...kept, attachments: await attachmentsOf(kept) })),
      ),
    close: async () => {},
  };
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

test('attachments go with their mails, and only the owner can read them', async () => {
  const folder = newFolder();
  const mailbox = createLocalMailbox({ folder, keep: 1 });
  const attachments = [{ name: 'a.pdf', type: 'application/pdf', content: Buffer.from('%PDF') }];
  await mailbox.send({ ...mail, attachments });
  const [first] = await mailbox.list();
  const id = first?.id ?? '';
  expect(await mailbox.readAttachment(id, 0)).toEqual(attachments[0]);
  expect(statSync(join(folder, `${id}.attachments`, '0')).mode & 0o077).toBe(0);
  for (const [strange, at] of [
    [id, 1],
    ['../../etc', 0],
    [`${id}.attachments`, 0],
  ] as const)
    expect(await mailbox.readAttachment(strange, at)).toBeNull();
  await mailbox.send(mail);
  expect(readdirSync(folder)).toHaveLength(1);
  await mailbox.send({ ...mail, attachments });
  await mailbox.clear();
  expect(readdirSync(folder)).toEqual([]);
});
