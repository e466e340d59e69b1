import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { resultMailOutput } from '#domain/functions/answers.ts';
import { type SmtpSimulator, startSmtpSimulator } from '#simulators/smtp/start-smtp-simulator.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { accepted, callFunction, untilEnded } from './delegation.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** A result by a real mail server, which refuses what isn't put together as the standards say. */

vi.setConfig({ testTimeout: 120_000 });

let program: Program;
let smtp: SmtpSimulator;
beforeAll(async () => {
  smtp = await startSmtpSimulator();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Errand <errand@example.com>' };
  program = await openProgram({ env: { ...UNLIMITED, ...mail } });
});
afterAll(async () => {
  await program.close();
  await smtp.close();
});

async function finishedRun(person: Person, title: string): Promise<string> {
  const { id } = await accepted(program, person, await addTask(person, title));
  await untilEnded(person, id);
  return id;
}

const ask = (person: Person, runId: string) =>
  callFunction(program, 'mail-result', person, { run_id: runId });
const results = () => smtp.mails.filter(({ subject }) => subject.startsWith('Your result'));
const untilSent = (id: string, person: Person) =>
  vi.waitFor(
    async () => {
      const { data } = await person.client.from('result_mails').select('status').eq('id', id).single();
      expect(data).toEqual({ status: 'sent' });
    },
    { timeout: 60_000, interval: 200 },
  );

it('a result arrives with its PDF, and only at the address of its owner', async () => {
  const [ann, ben] = await Promise.all([signUp(program), signUp(program)]);
  const runId = await finishedRun(ann, 'Änderung der Miete · 家賃');
  const other = await ask(ben, runId);
  expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { status, body } = await ask(ann, runId);
  expect(status).toBe(202);
  const { mail } = resultMailOutput.parse(body);
  await untilSent(mail.id, ann);
  expect(results()).toMatchObject([
    {
      id: `<${mail.id}@example.com>`,
      recipients: [ann.email],
      subject: 'Your result: Änderung der Miete · 家賃',
      text: expect.stringContaining('is attached as a PDF'),
      html: expect.stringContaining('Here’s your result'),
      attachments: [
        {
          name: expect.stringMatching(/^anderung-der-miete-家賃-\d{8}-\d{4}\.pdf$/),
          type: 'application/pdf',
        },
      ],
    },
  ]);
  expect(results()[0]?.attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(smtp.refused).toEqual([]);
});

it('what was asked for before a kill arrives after it, once', async () => {
  const ann = await signUp(program);
  const runId = await finishedRun(ann, 'Before the kill');
  const { port } = smtp;
  await smtp.close();
  const { mail } = resultMailOutput.parse((await ask(ann, runId)).body);
  await program.server.kill();
  smtp = await startSmtpSimulator({ port });
  await program.start();
  await untilSent(mail.id, ann);
  expect(results().map(({ id }) => id)).toEqual([`<${mail.id}@example.com>`]);
});
