import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy in front of the program. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** How a proxy is started with its file from deploy/proxies. */
export interface ProxyKind {
  readonly name: string;
  readonly program: string;
  readonly file: string;
  /** The file as a test uses it: without TLS, in a folder, with what a distribution's own files say around it. */
  readonly wrap: (config: string, at: { readonly folder: string; readonly port: string }) => string;
  readonly start: (config: string, folder: string) => readonly string[];
}

const without = (config: string, lines: RegExp): string =>
  config
    .split('\n')
    .filter((line) => !lines.test(line))
    .join('\n');

export const PROXIES: readonly ProxyKind[] = [
  {
    name: 'nginx',
    program: 'nginx',
    file: 'nginx.conf',
    wrap: (config, { folder, port }) => `
      daemon off;
      user root;
      pid ${folder}/pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
        ${without(config, /ssl_certificate/)
          .replace('listen 443 ssl', `listen ${port}`)
          .replace('errand.example.org', 'localhost')}
      }`,
    start: (config, folder) => ['-p', folder, '-c', config],
  },
  {
    name: 'Apache',
    program: 'apache2',
    file: 'apache.conf',
    wrap: (config, { folder, port }) => `
      ${['mpm_event', 'authz_core', 'proxy', 'proxy_http'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      ServerRoot ${folder}
      PidFile ${folder}/pid
      ServerName localhost
      ErrorLog ${folder}/errors
      User nobody
      Group nogroup
      Listen ${port}
      ${without(config, /SSL/).replace('*:443', `*:${port}`).replace('errand.example.org', 'localhost')}`,
    start: (config) => ['-D', 'FOREGROUND', '-f', config],
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    file: 'haproxy.cfg',
    wrap: (config, { port }) => config.replace(/bind :443 .*/, `bind :${port}`),
    start: (config) => ['-f', config],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    file: 'Caddyfile',
    wrap: (config, { port }) =>
      `{\nadmin off\n}\n${config.replace('errand.example.org', `http://localhost:${port}`)}`,
    start: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
];

/** Whether this machine has it. */
export const isInstalled = ({ program }: ProxyKind): boolean => spawnSync('which', [program]).status === 0;

export async function startProxy(
  kind: ProxyKind,
  { url, upstream }: { readonly url: string; readonly upstream: string },
): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'errand-proxy-'));
  const shown = readFileSync(new URL(`../../deploy/proxies/${kind.file}`, import.meta.url), 'utf8');
  const config = join(folder, 'config');
  const own = shown.replace('127.0.0.1:3000', `127.0.0.1:${new URL(upstream).port}`);
  writeFileSync(config, kind.wrap(own, { folder, port: new URL(url).port }));
  const child = spawn(kind.program, kind.start(config, folder), {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  await untilItAnswers(child, url);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the proxy does not answer');
}
