/**
 * Makes the recordings of the landing page anew: `node tools/record-demo.ts`, or one of them (`desk`, `phone`). It builds the web app, starts the real
 * server on folders of its own, does the main job and shows what the other tools deliver in a real browser, once as wide
 * as a desk and once as wide as a phone, and encodes what the browser drew, with captions and a first picture, into web/public/demo. A sample model
 * answers with texts written by hand. Needs ffmpeg with libvpx and libx264, as Debian's package has it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { removeDataDir, startServer } from '#tests/worlds/server-process.ts';
import { toVtt } from './demo/captions.ts';
import { deliverExamples } from './demo/deliver-examples.ts';
import { DEVICES, type Device, launchOptions } from './demo/devices.ts';
import { encode, findFfmpeg } from './demo/encode.ts';
import { doMainJob } from './demo/main-job.ts';
import { startPointer } from './demo/pointer.ts';
import { recordScreen } from './demo/record-screen.ts';
import { showTools } from './demo/show-tools.ts';
import { ROOT, run } from './run.ts';
import { clearToasts, startList } from './screenshots/fill-list.ts';
import { DELIVERED, TASKS } from './screenshots/sample-answers.ts';
import { SAMPLE_MODEL, startSampleModel } from './screenshots/start-sample-model.ts';

const FOLDER = join(ROOT, 'web/public/demo');

async function main(only: string | undefined): Promise<void> {
  const ffmpeg = await findFfmpeg();
  const built = await run('node', ['tools/build-web.ts']);
  if (built !== 0) throw new Error('the web app could not be built');
  await mkdir(FOLDER, { recursive: true });
  for (const device of DEVICES) if (only === undefined || only === device.name) await record(device, ffmpeg);
}

/** On installations of its own, so that each recording begins with the same list. */
async function record(device: Device, ffmpeg: string): Promise<void> {
  const model = await startSampleModel();
  const env = { AI_BASE_URL: model.url, AI_API_KEY: 'sample', AI_MODEL_FAST: SAMPLE_MODEL };
  const server = await startServer({ env: { ...env, MAIL_AUTOCONFIRM: 'on' } });
  // The sample model can only write: the demo has the results of the other tools.
  const demo = await startServer({ env: { MAIL_AUTOCONFIRM: 'on' } });
  const browser = await chromium.launch(launchOptions(device));
  const folder = await mkdtemp(join(tmpdir(), 'errand-demo-'));
  try {
    const page = await (await browser.newContext(device.context)).newPage();
    await startPointer(page, device);
    await startList(page, demo.url, []);
    await deliverExamples(demo.url);
    await startList(
      page,
      server.url,
      TASKS.filter((task) => !task.startsWith(DELIVERED.title)),
    );
    await clearToasts(page);
    await page.mouse.move(device.width / 2, device.height * 0.8);
    const recording = await recordScreen(page, folder, device);
    const cues = [
      ...(await doMainJob(page, device, recording.seconds)),
      ...(await showTools(page, device, { url: demo.url, now: recording.seconds })),
    ];
    const captions = toVtt(cues, recording.seconds());
    const shots = await recording.stop();
    const target = join(FOLDER, device.name);
    await writeFile(`${target}.en.vtt`, captions);
    for (const line of await encode({ ffmpeg, shots, target })) console.log(line);
  } finally {
    await browser.close();
    await Promise.all([server.stop(), demo.stop()]);
    await model.close();
    await Promise.all([removeDataDir(server.dataDir), removeDataDir(demo.dataDir)]);
    await rm(folder, { recursive: true });
  }
}

await main(process.argv[2]);
