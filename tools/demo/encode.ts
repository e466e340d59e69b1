import { execFile } from 'node:child_process';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Shot } from './record-screen.ts';

/** A minute and a half with eight tools. It is fetched only when somebody presses play. */
const MOST_BYTES = 2_400_000;
const FRAMES_PER_SECOND = 12;

const runFile = promisify(execFile);

/** Throws with what to do where the program is missing. */
export async function findFfmpeg(): Promise<string> {
  const ffmpeg = process.env['FFMPEG'] ?? 'ffmpeg';
  await runFile(ffmpeg, ['-version']).catch((cause: unknown) => {
    throw new Error('ffmpeg is missing: install it (apt-get install ffmpeg), or name it in FFMPEG', {
      cause,
    });
  });
  return ffmpeg;
}

interface Encoding {
  readonly ffmpeg: string;
  readonly shots: readonly Shot[];
  /** The path of the files, without their ending. */
  readonly target: string;
}

/** WebM for most, MP4 for browsers that play nothing else, and the first picture. Answers with what was written. */
export async function encode({ ffmpeg, shots, target }: Encoding): Promise<string[]> {
  const first = shots[0];
  if (!first) throw new Error('nothing was recorded');
  const folder = dirname(first.file);
  const list = join(folder, 'shots.txt');
  await writeFile(list, toList(shots));
  const source = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
  // Even sides, which the encoders ask for; 4:2:0, which every browser decodes.
  const picture = `fps=${FRAMES_PER_SECOND},crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p`;
  const outputs = {
    webm: [
      '-vf',
      picture,
      '-c:v',
      'libvpx-vp9',
      '-crf',
      '40',
      '-b:v',
      '0',
      '-g',
      '400',
      '-row-mt',
      '1',
      '-cpu-used',
      '4',
    ],
    mp4: ['-vf', picture, '-c:v', 'libx264', '-preset', 'slow', '-crf', '31', '-movflags', '+faststart'],
  };
  const lines: string[] = [];
  for (const [ending, options] of Object.entries(outputs)) {
    const file = join(folder, `video.${ending}`);
    await runFile(ffmpeg, [...source, ...options, '-an', file]);
    lines.push(await keep(file, `${target}.${ending}`));
  }
  const poster = join(folder, 'poster.jpg');
  await runFile(ffmpeg, ['-y', '-loglevel', 'error', '-i', first.file, '-q:v', '4', poster]);
  return [...lines, await keep(poster, `${target}.jpg`)];
}

/** What `-f concat` reads: https://ffmpeg.org/ffmpeg-formats.html#concat-1. The last picture is named twice, or its time is lost. */
function toList(shots: readonly Shot[]): string {
  const lines = shots.map(({ file, seconds }) => `file '${file}'\nduration ${seconds.toFixed(3)}`);
  return [...lines, `file '${shots.at(-1)?.file}'`, ''].join('\n');
}

/** Puts a finished file in its place: half a video is never where a page looks for it. */
async function keep(file: string, target: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`${target} would be larger than ${MOST_BYTES} bytes`);
  await copyFile(file, target);
  return `${target} ${Math.round(size / 1000)} kB`;
}
