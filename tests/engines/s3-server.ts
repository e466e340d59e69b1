import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

export interface S3Server {
  readonly url: string;
  readonly bucket: string;
  readonly account: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** Of the server, which a test may stall. */
  readonly pid: number;
  close(): Promise<void>;
}

const CLI = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js');
/** Fixed in the program. */
const KEY = 'S3RVER';
const BUCKET = 'errand-files';

/** An S3 server that this project didn't write, and a lenient one: simulators/s3 is the strict one. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-s3-'));
  const words = [
    'node',
    's3rver',
    '-d',
    folder,
    '-a',
    '127.0.0.1',
    '-p',
    '0',
    '-s',
    '--configure-bucket',
    BUCKET,
  ];
  // It compares the signature of a request to the bucket itself, /bucket/, with that of /bucket.
  words.push('--allow-mismatched-signatures');
  // The package leaves out the program that would call this.
  const call = `require(${JSON.stringify(CLI)}).parseAsync(${JSON.stringify(words)})`;
  const child = spawn(process.execPath, ['-e', call], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let output = '';
  let url: string | undefined;
  for await (const chunk of child.stdout) {
    output += String(chunk);
    url = /listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`the S3 server didn't start:\n${output}`);
  return {
    url: `http://${url}`,
    bucket: BUCKET,
    account: { region: 'us-east-1', accessKeyId: KEY, secretAccessKey: KEY },
    pid: z.int().parse(child.pid),
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
