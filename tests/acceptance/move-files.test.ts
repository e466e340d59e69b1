import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type S3Simulator, startS3Simulator } from '#simulators/s3/start-s3-simulator.ts';
import { operate, runOperator } from '#tests/worlds/operator.ts';
import { storageUrlOf } from '#tests/worlds/storage-url.ts';
import { type Person, signUp } from './person.ts';
import { openProgram, type Program } from './program.ts';

let s3: S3Simulator;
let program: Program;
beforeAll(async () => {
  s3 = await startS3Simulator();
  program = await openProgram();
});
afterAll(async () => {
  await program.close();
  await s3.close();
});

type Settings = Readonly<Record<string, string>>;

const place = (settings: Settings) => ({
  dataDir: program.place.dataDir,
  env: { ...program.place.env, ...settings, PORT: new URL(program.url).port },
});
const onDisk = (): number => {
  const files = readdirSync(join(program.place.dataDir, 'objects/files'), {
    recursive: true,
    withFileTypes: true,
  });
  return files.filter((entry) => entry.isFile()).length;
};
const inBucket = (): number => s3.keys().filter((key) => !key.endsWith('.id')).length;
const bucket = ({ client }: Person) => client.storage.from('task-attachments');
const textOf = (n: number): string => `${n} `.repeat(1 + n * 500);

async function upload(person: Person, n: number): Promise<string> {
  const path = `${person.id}/${String(n).padStart(24, 'x')}.txt`;
  const { error } = await bucket(person).upload(path, new Blob([textOf(n)], { type: 'text/plain' }));
  expect(error).toBeNull();
  return path;
}
async function expectAll(person: Person, paths: ReadonlyMap<number, string>): Promise<void> {
  for (const [n, path] of paths) {
    const { data, error } = await bucket(person).download(path);
    expect(error, path).toBeNull();
    expect(await data?.text()).toBe(textOf(n));
  }
}

it('moves files to a bucket and back while people work, also after it was killed', async () => {
  const person = await signUp(program);
  const paths = new Map<number, string>();
  for (let n = 0; n < 30; n += 1) paths.set(n, await upload(person, n));
  expect(onDisk()).toBe(30);
  expect(await runOperator(place({}), ['move-files'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set STORAGE_OTHER_URL'),
  });

  const there = { STORAGE_URL: storageUrlOf(s3), STORAGE_OTHER_URL: 'disk' };
  await program.server.stop();
  await program.start(there);
  await expectAll(person, paths);
  const moving = runOperator(place(there), ['move-files']);
  while (inBucket() < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  await program.server.kill();
  expect((await moving).code).toBe(1);
  await program.start(there);
  await expectAll(person, paths);

  const second = operate(place(there), 'move-files');
  for (let n = 30; n < 40; n += 1) paths.set(n, await upload(person, n));
  for (const n of [3, 13, 23, 33]) {
    expect((await bucket(person).remove([paths.get(n) ?? ''])).error).toBeNull();
    paths.delete(n);
  }
  await expectAll(person, paths);
  expect(await second).toMatchObject({ to: expect.stringMatching(/^s3:\/\/127/) });
  expect([onDisk(), inBucket()]).toEqual([0, 36]);
  await expectAll(person, paths);
  expect(await operate(place(there), 'check-files')).toMatchObject({ sound: true, files: 36, lost: 0 });

  // Without a server, too, and back.
  await program.server.stop();
  const back = { STORAGE_OTHER_URL: storageUrlOf(s3) };
  expect(await operate(place(back), 'move-files')).toMatchObject({ moved: 36 });
  expect([onDisk(), inBucket()]).toEqual([36, 0]);
  await program.start();
  await expectAll(person, paths);
});
