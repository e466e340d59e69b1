import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AiTaskType } from '#domain/ai-task.ts';
import { ATTACHMENT_BUCKET, ATTACHMENT_BYTES_MAX } from '#domain/attachments.ts';
import { MIME_TYPES } from '#domain/file-kinds.ts';
import { messages } from '#domain/messages.ts';
import { TOO_MANY } from '#domain/run/run-messages.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TestDatabase, testDatabase } from '#tests/engines/database.ts';
import { attachFile } from '#tests/engines/disks/memory-files.ts';
import { creditsUsed } from '#tests/fixtures/credits.ts';
import { makeTask, makeUser, type TestUser } from '#tests/fixtures/factories.ts';
import { assertInvariants } from '#tests/fixtures/invariants.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { runsOf } from '#tests/fixtures/run-records.ts';
import { createProductWorld, type FunctionAnswer, type ProductWorld } from '#tests/worlds/product-world.ts';
import { createScriptedTool } from '#tests/worlds/scripted-tool.ts';
import type { ProductLimits } from '../limits.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await testDatabase();
  database = test.database;
});
afterEach(() => assertInvariants(database));
afterAll(() => test.close());

const PDF = makePdf(['A page with enough text on it to be taken for a page that can be read.']);

interface Handed {
  readonly answer: FunctionAnswer;
  readonly user: TestUser;
  readonly world: ProductWorld;
  readonly paths: readonly string[];
}

/** Delegates a new task with these files, to a product whose runs stay queued. */
async function hand(
  type: AiTaskType,
  files: readonly { name: string; bytes: Buffer }[],
  more: object = {},
  {
    credits,
    limits,
    seesImages = false,
    readsTexts = false,
    readsScans = false,
  }: {
    credits?: number;
    limits?: Partial<ProductLimits>;
    seesImages?: boolean;
    readsTexts?: boolean;
    readsScans?: boolean;
  } = {},
): Promise<Handed> {
  const tool = { ...createScriptedTool('real', type), seesImages, readsTexts, readsScans };
  const world = createProductWorld(database, { tool, ...(limits && { limits }) });
  const user = await makeUser(database, credits === undefined ? {} : { credits });
  const paths = [];
  for (const file of files) paths.push(await attachFile(database, world.files, user, file));
  const task = await makeTask(database, user);
  const answer = await world.delegate(user, task, { ai_task_type: type, attachments: paths, ...more });
  return { answer, user, world, paths };
}

async function expectRefused(handed: Handed, message: string): Promise<void> {
  expect(handed.answer).toEqual({ status: 422, code: 'unusable_file', message });
  expect(await runsOf(database, handed.user)).toBe(0);
  expect(await creditsUsed(database, handed.user)).toBe(0);
}

describe('a task with files', () => {
  it("is accepted, and keeps them by their owner's names", async () => {
    const { answer, user, paths } = await hand('doc_summary', [
      { name: 'Terms  of\u202e sale.pdf', bytes: PDF },
    ]);
    const kept = { path: paths[0], name: 'Terms of sale.pdf', type: 'application/pdf', size: PDF.length };
    expect(answer.status).toBe(202);
    expect(answer.run?.options).toMatchObject({ attachments: [kept] });
    expect(
      await database.query(
        'select path, name, type, size::integer, bucket from public.task_files where user_id = $1',
        [user.id],
      ),
    ).toEqual([{ ...kept, bucket: ATTACHMENT_BUCKET }]);
  });

  it('is accepted with a picture named as another kind of picture: the content counts', async () => {
    const bytes = await makePicture({ format: 'webp' });
    const { answer } = await hand('image_edit', [{ name: 'hall.jpg', bytes }]);
    expect(answer.run?.options).toMatchObject({
      attachments: [{ type: 'image/webp' }],
      image: { aspect_ratio: 'original', format: 'png' },
    });
  });

  it('may have several for an analysis, and pictures if a model can read them', async () => {
    const files = [
      { name: 'a.csv', bytes: Buffer.from('a,b\n1,2\n') },
      { name: 'b.pdf', bytes: PDF },
      { name: 'c.png', bytes: await makePicture() },
    ];
    const { answer } = await hand('data_analysis', files, {}, { seesImages: true });
    expect(answer.status).toBe(202);
    await expectRefused(await hand('data_analysis', files), messages.delegation.unsupportedFile);
  });
});

describe('a document for a summary', () => {
  const office = (name: string): Buffer =>
    readFileSync(new URL(`../../../tests/fixtures/office/${name}`, import.meta.url));

  it.each([
    ['lease.docx', office('lease-libreoffice.docx'), MIME_TYPES.docx],
    ['named otherwise.pdf', office('market-libreoffice.pptx'), MIME_TYPES.pptx],
    ['notes.md', Buffer.from('# Notes\nThe rent is 640 euros.\n'), MIME_TYPES.text],
    ['one line.txt', Buffer.from('word, '.repeat(1_000)), MIME_TYPES.text],
  ])('is accepted by its content: %s', async (name, bytes, type) => {
    const { answer } = await hand('doc_summary', [{ name, bytes }]);
    expect(answer.run?.options).toMatchObject({ attachments: [{ name, type }] });
  });

  it.each([
    ['a text behind the name of a PDF', 'notes.pdf', Buffer.from('The rent is 640 euros.\n')],
    ['a table', 'rent.csv', Buffer.from('month,rent\nMay,640\n')],
    ['a workbook', 'rent.xlsx', office('sales-libreoffice.xlsx')],
  ])('is refused with the message of its tool if it is %s', async (_what, name, bytes) => {
    await expectRefused(await hand('doc_summary', [{ name, bytes }]), messages.delegation.pdfOnly);
  });
});

describe('a workbook for an analysis', () => {
  const bytes = readFileSync(
    new URL('../../../tests/fixtures/office/sales-libreoffice.xlsx', import.meta.url),
  );

  it('is accepted under any name', async () => {
    const { answer } = await hand('data_analysis', [{ name: 'sales.csv', bytes }]);
    expect(answer.run?.options).toMatchObject({ attachments: [{ type: MIME_TYPES.xlsx }] });
  });

  it('is refused with a sentence that says what is wrong with it', async () => {
    const cut = await hand('data_analysis', [{ name: 'sales.xlsx', bytes: bytes.subarray(0, 5_000) }]);
    await expectRefused(
      cut,
      'Error processing file: “sales.xlsx” is damaged or incomplete. Save or download it again and attach the new copy.',
    );
  });
});

describe('files for an answer', () => {
  const files = [
    { name: 'a.csv', bytes: Buffer.from('a,b\n1,2\n') },
    { name: 'b.pdf', bytes: PDF },
  ];

  it('are accepted if its model is shown their text, and refused otherwise', async () => {
    expect((await hand('answer', files, {}, { readsTexts: true })).answer.status).toBe(202);
    expect((await hand('reasoning', files, {}, { readsTexts: true })).answer.status).toBe(202);
    await expectRefused(await hand('answer', files), messages.delegation.unsupportedFile);
    await expectRefused(
      await hand('answer', files, {}, { seesImages: true }),
      messages.delegation.unsupportedFile,
    );
  });

  it('are refused, free of charge, if nothing in them can be read', async () => {
    const scan = { name: 'scan.pdf', bytes: makePdf([await makeScan('The rent is 1240 euros.')]) };
    const locked = await hand('answer', [scan], {}, { readsTexts: true });
    await expectRefused(
      locked,
      'Error processing file: “scan.pdf” has no readable text because its pages are images. Attach a version with text that can be selected.',
    );
  });
});

describe('a document in photos', () => {
  const photos = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_photo, at) => ({
        name: `IMG_${at + 1}.jpg`,
        bytes: await makeScan(`Page ${at + 1}`),
      })),
    );
  const sees = { seesImages: true };

  it('may have ten pages, in the order in which they are attached', async () => {
    const { answer, paths } = await hand('doc_summary', await photos(10), {}, sees);
    expect(answer.status).toBe(202);
    expect(answer.run?.options).toMatchObject({ attachments: paths.map((path) => ({ path })) });
  });

  it('may have no other document among them, nor be shown to a model that sees nothing', async () => {
    const [one, two] = await photos(2);
    const mixed = [one, { name: 'a.pdf', bytes: PDF }, two].flatMap((file) => file ?? []);
    await expectRefused(await hand('doc_summary', mixed, {}, sees), messages.delegation.pdfOnly);
    await expectRefused(await hand('doc_summary', await photos(1)), messages.delegation.pdfOnly);
  });
});

it('a photo in the format of iPhones is refused with what to do about it', async () => {
  const bytes = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await expectRefused(
    await hand('doc_summary', [{ name: 'IMG_1.heic', bytes }], {}, { seesImages: true }),
    'Error processing file: “IMG_1.heic” is a HEIC photo, which can’t be opened here. Save or export it as JPEG and attach that copy.',
  );
  await expectRefused(
    await hand('doc_summary', [{ name: 'IMG_1.heic', bytes }]),
    messages.delegation.pdfOnly,
  );
});

describe('a PDF of scanned pages only', () => {
  it('is accepted if the tool reads scans', async () => {
    const scan = { name: 'scan.pdf', bytes: makePdf([await makeScan('The rent is 1240 euros.')]) };
    const { answer } = await hand('doc_summary', [scan], {}, { readsScans: true });
    expect(answer.run?.options).toMatchObject({ attachments: [{ name: 'scan.pdf', scans: 1 }] });
    expect((await hand('doc_summary', [scan])).answer).toMatchObject({ status: 422, code: 'unusable_file' });
  });
});

describe('no file is inspected', () => {
  it('for a repeat: it returns the first run, although the file is gone', async () => {
    const key = randomUUID();
    const { world, user, paths } = await hand('doc_summary', [{ name: 'a.pdf', bytes: PDF }]);
    const body = { ai_task_type: 'doc_summary', attachments: paths };
    const task = await makeTask(database, user);
    const first = await world.delegate(user, task, body, key);
    expect(first.status).toBe(202);
    await world.files.remove(ATTACHMENT_BUCKET, paths);
    expect(await world.delegate(user, task, body, key)).toEqual(first);
    const other = { ...body, instruction: 'Shorter' };
    expect(await world.delegate(user, task, other, key)).toMatchObject({ status: 409, code: 'key_reused' });
  });

  it('for a user without credit', async () => {
    const { world, user, paths } = await hand(
      'doc_summary',
      [{ name: 'a.pdf', bytes: PDF }],
      {},
      { credits: 1 },
    );
    const read = vi.spyOn(world.files, 'read');
    const task = await makeTask(database, user);
    const body = { ai_task_type: 'doc_summary', attachments: paths };
    expect(await world.delegate(user, task, body)).toMatchObject({ status: 402, code: 'no_credits' });
    expect(read).not.toHaveBeenCalled();
  });

  it('for a user who delegates too often', async () => {
    const { world, user, paths } = await hand(
      'doc_summary',
      [{ name: 'a.pdf', bytes: PDF }],
      {},
      {
        limits: { delegations: { limit: 1, seconds: 60 } },
      },
    );
    const read = vi.spyOn(world.files, 'read');
    const task = await makeTask(database, user);
    const body = { ai_task_type: 'doc_summary', attachments: paths };
    expect(await world.delegate(user, task, body)).toMatchObject({ status: 429, message: TOO_MANY });
    expect(read).not.toHaveBeenCalled();
  });
});

describe('a task is refused, before a credit is taken', () => {
  it.each([
    ['doc_summary', messages.delegation.pdfSummaryNeedsPdf],
    ['data_analysis', messages.delegation.dataAnalysisNeedsFile],
    ['image_edit', messages.delegation.imageEditNeedsImage],
  ] as const)('without the file that %s needs', async (type, message) => {
    await expectRefused(await hand(type, []), message);
  });

  it.each([
    ['doc_summary', 'notes.pdf', Buffer.from('a,b\n1,2\n'), messages.delegation.pdfOnly],
    [
      'data_analysis',
      'run.csv',
      Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'),
      messages.delegation.unsupportedFile,
    ],
    ['image_edit', 'hall.png', PDF, messages.delegation.imageEditNeedsImage],
    ['answer', 'terms.pdf', PDF, messages.delegation.unsupportedFile],
  ] as const)(
    'with a file whose content is not what its name says, for %s',
    async (type, name, bytes, message) => {
      await expectRefused(await hand(type, [{ name, bytes }]), message);
    },
  );

  it.each([
    [
      'is password-protected. Save a copy without the password and attach that',
      makePdf(['x'.repeat(60)], { locked: true }),
    ],
    ['is empty', Buffer.alloc(0)],
    [
      'is damaged or incomplete. Save or download it again and attach the new copy',
      Buffer.from('%PDF-1.7\nnothing more'),
    ],
    [
      'has no readable text because its pages are images. Attach a version with text that can be selected',
      makePdf(['', '']),
    ],
  ])('with a PDF that %s', async (reason, bytes) => {
    const handed = await hand('doc_summary', [{ name: 'a.pdf', bytes }]);
    await expectRefused(handed, messages.attachments.processingFailed(`“a.pdf” ${reason}.`));
  });

  it('with a file of more than 10 MB', async () => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_BYTES_MAX + 1 - PDF.length)]);
    await expectRefused(await hand('doc_summary', [{ name: 'a.pdf', bytes }]), messages.attachments.tooLarge);
  });

  it('with two pictures for one edit', async () => {
    const picture = { name: 'a.png', bytes: await makePicture() };
    await expectRefused(
      await hand('image_edit', [picture, picture]),
      messages.delegation.imageEditNeedsImage,
    );
  });

  it("with the same message for another's file as for one that does not exist", async () => {
    const { paths: others } = await hand('doc_summary', [{ name: 'a.pdf', bytes: PDF }]);
    const theirs = await hand('doc_summary', [], { attachments: others });
    const missing = await hand('doc_summary', [], { attachments: [`${randomUUID()}/${'a'.repeat(22)}.pdf`] });
    const own = await makeUser(database);
    const { world } = missing;
    const gone = await world.delegate(own, await makeTask(database, own), {
      ai_task_type: 'doc_summary',
      attachments: [`${own.id}/${'a'.repeat(22)}.pdf`],
    });
    expect(theirs.answer).toMatchObject({ status: 404, code: 'not_found' });
    expect(missing.answer).toEqual(theirs.answer);
    expect(gone).toEqual(theirs.answer);
  });

  it.each([
    ['answer', { format: 'png' }, 'image: applies to'],
    ['create_image', { aspect_ratio: 'original' }, 'only applies to an image that is edited'],
    ['create_image', { format: 'jpeg', background: 'transparent' }, "a jpeg can't be transparent"],
  ] as const)('with impossible options (%s %o)', async (type, image, message) => {
    const { answer } = await hand(type, [], { image });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(answer.message).toContain(message);
  });

  const PART = { shape: 'rectangle', x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
  const dots = (count: number) => ({ shape: 'stroke', size: 0.1, points: Array(count).fill([0.5, 0.5]) });

  it.each([
    ['create_image', { mask: [PART] }, 'mask: applies to image_edit only'],
    ['image_edit', { mask: [PART], image: { aspect_ratio: '1:1' } }, 'needs image.aspect_ratio "original"'],
    ['image_edit', { mask: 'x/y.png' }, 'mask'],
    ['image_edit', { mask: [] }, 'mask'],
    ['image_edit', { mask: Array(101).fill(PART) }, 'mask'],
    ['image_edit', { mask: [{ ...PART, x: 0.75 }] }, 'the rectangle extends beyond the image'],
    ['image_edit', { mask: [{ ...PART, width: 0 }] }, 'width'],
    ['image_edit', { mask: [{ ...PART, fill: 'url(#x)' }] }, 'fill'],
    ['image_edit', { mask: [{ ...dots(1), size: 0.9 }] }, 'size'],
    ['image_edit', { mask: [{ ...dots(1), points: [[0.5, '<script>']] }] }, 'points'],
    ['image_edit', { mask: [{ ...dots(1), points: [[0.5, 1.5]] }] }, 'points'],
    ['image_edit', { mask: [dots(600), dots(401)] }, 'at most 1000 points in all'],
  ] as const)('with an impossible region (%s, case %#)', async (type, more, message) => {
    const { answer, user } = await hand(type, [{ name: 'a.png', bytes: await makePicture() }], more, {
      credits: 1,
    });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(answer.message).toContain(message);
    expect(await creditsUsed(database, user)).toBe(0);
  });

  it('but not with a possible one, which is kept with the run', async () => {
    const mask = [PART, dots(2)];
    const { answer, user } = await hand('image_edit', [{ name: 'a.png', bytes: await makePicture() }], {
      mask,
    });
    expect(answer.status).toBe(202);
    const [run] = await database.query('select options from public.ai_runs where user_id = $1', [user.id]);
    expect(run?.['options']).toMatchObject({ mask, image: { aspect_ratio: 'original' } });
  });
});
