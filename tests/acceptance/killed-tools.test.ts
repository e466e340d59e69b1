import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import type { JournalEntry } from '#simulators/ai/journal.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { isLong } from '#tests/long-run.ts';
import { UNLIMITED } from '#tests/worlds/server-process.ts';
import { searchSettings } from '#tests/worlds/web-hosts.ts';
import { accepted, untilEnded } from './delegation.ts';
import { creditsLeft, expectSoundAccount } from './ledger.ts';
import { addTask, type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

/** Each restart takes seconds where the machine has other things to do. */
vi.setConfig({ testTimeout: 300_000 });

/**
 * What the provider takes for an answer. It is killed within that, long after what came before is on record, which takes
 * more than two seconds where eight runs share a busy machine.
 */
const ANSWER_MS = 5_000;
const KILL_AFTER_MS = 4_300;

const late = (script: string): string => `sim/late-${ANSWER_MS}-${script}`;

/** The models that write. A picture is on record only once it has been checked, which may take longer than the kill. */
const WRITERS = /-(team|pdf|analyst|fast|reasoned)"/;

const TITLE = 'Check the winter tyre rules for the drive to Bolzano';
const PAGES = [
  'The monthly rent is 1240 euros, heating not included.',
  'The lease ends on the last day of May.',
];

interface Work {
  readonly type: AiTaskType;
  readonly file?: () => Promise<{ readonly name: string; readonly type: string; readonly bytes: Buffer }>;
}

const picture = async () => ({ name: 'a.png', type: 'image/png', bytes: await makePicture() });
const WORK: readonly Work[] = [
  { type: 'answer' },
  { type: 'reasoning' },
  { type: 'web_search' },
  { type: 'research' },
  {
    type: 'doc_summary',
    file: async () => ({ name: 'a.pdf', type: 'application/pdf', bytes: makePdf(PAGES) }),
  },
  {
    type: 'data_analysis',
    file: async () => ({
      name: 'a.csv',
      type: 'text/csv',
      bytes: Buffer.from('name,amount\nAnna,10\nBen,20\nCara,30\n'),
    }),
  },
  { type: 'create_image' },
  { type: 'image_edit', file: picture },
];

let web: WebSimulator;
let program: Program;

beforeAll(async () => {
  web = await startWebSimulator();
  program = await openProgram({
    model: late('team'),
    env: {
      ...UNLIMITED,
      AI_MODEL_RESEARCH: late('team'),
      AI_MODELS: `answer=${late('fast')},doc_summary=${late('pdf')},data_analysis=${late('analyst')},reasoning=${late('reasoned')}`,
      IMAGE_MODEL: `sim/image-slow-${ANSWER_MS}`,
      ...searchSettings(web),
    },
  });
});
afterAll(async () => {
  await program.close();
  await web.close();
});

async function begin(person: Person, { type, file }: Work): Promise<string> {
  const attached = await file?.();
  const more = attached === undefined ? {} : { attachments: [await put(person, attached)] };
  return (await accepted(program, person, await addTask(person, TITLE), { ai_task_type: type, ...more })).id;
}

async function put(
  { client, id }: Person,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Buffer },
): Promise<string> {
  const path = `${id}/${crypto.randomUUID()}-${name}`;
  const { error } = await client.storage
    .from('task-attachments')
    .upload(path, new Blob([new Uint8Array(bytes)]), { contentType: type });
  expect(error).toBeNull();
  return path;
}

const asked = (): readonly JournalEntry[] =>
  program.simulator.journal.entries.filter(({ method }) => method === 'POST');

/** What was asked for, without the random part of the tags that fence foreign text: it is another in each life. */
const wishOf = ({ path, body }: JournalEntry): string =>
  `${path} ${JSON.stringify(body)}`.replace(/<(\/?[a-z]+(-\d+)?)-[\w-]{12}>/g, '<$1>');

/** After how many requests of a life it is killed. A run is given up with its third life, so two may be lost. */
it.each([[1, 12], ...(isLong ? [[10, 8]] : [])])(
  'killed after %i requests and then after %i: each of the eight tools delivers for one credit, and no answer that was on record is paid for again',
  async (...lives) => {
    program.simulator.journal.clear();
    // One for each: the runs of one person wait for each other.
    const begun = await Promise.all(
      WORK.map(async (work) => {
        const person = await signUp(program);
        return { person, run: await begin(person, work) };
      }),
    );

    const kills: { readonly onRecord: ReadonlySet<string>; readonly requests: number }[] = [];
    for (const requests of lives) {
      const known = asked().length;
      await vi.waitUntil(() => asked().length >= known + requests, { timeout: 60_000, interval: 5 });
      const answered = asked().filter(({ end }) => end === 'answered');
      const onRecord = new Set(answered.map(wishOf).filter((wish) => WRITERS.test(wish)));
      await sleep(KILL_AFTER_MS);
      await program.server.kill();
      kills.push({ onRecord, requests: asked().length });
      await program.start();
    }
    const ended = await Promise.all(begun.map(({ person, run }) => untilEnded(person, run, 120_000)));

    expect(ended.map(({ ai_task_type, status, error_code }) => [ai_task_type, status, error_code])).toEqual(
      WORK.map(({ type }) => [type, 'succeeded', null]),
    );
    for (const { onRecord, requests: before } of kills) {
      const again = asked().slice(before).map(wishOf);
      expect(again.filter((wish) => onRecord.has(wish))).toEqual([]);
    }
    expect(kills.at(-1)?.onRecord.size).toBeGreaterThan(0);
    // They were in the middle of something.
    expect(asked().filter(({ end }) => end === 'aborted').length).toBeGreaterThanOrEqual(lives.length);
    for (const { person } of begun) {
      expect(await creditsLeft(person)).toBe(WELCOME_CREDITS - 1);
      await expectSoundAccount(person);
    }
  },
);
