import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GateShutError } from '#server/lib/work-gate.ts';
import { PLANTED, TRAPS } from '#simulators/web/hostile-pages.ts';
import { startWebSimulator, type WebSimulator } from '#simulators/web/start-web-simulator.ts';
import { hostsOf } from '#tests/worlds/web-hosts.ts';
import { createPageReader } from './create-page-reader.ts';
import { PageError, type PageReader, type ReadPage } from './page-reader.ts';
import type { ReadPdf } from './pdf-reader.ts';

let web: WebSimulator;
let reader: PageReader;

beforeAll(async () => {
  web = await startWebSimulator();
  reader = createPageReader({ about: 'https://errand.example/', internalHosts: hostsOf(web), limit: 2_000 });
});
afterAll(async () => {
  await reader.close();
  await web.close();
});

const read = (at: string, signal = new AbortController().signal): Promise<ReadPage> =>
  reader.read(at.includes('://') ? at : `http://${at}`, { signal, language: 'en' });

async function failure(at: string): Promise<string> {
  return read(at).then(
    (page) => `read: ${page.blocks.join(' ')}`,
    (error: unknown) => {
      if (error instanceof PageError) return error.why;
      throw error;
    },
  );
}

describe('a page', () => {
  it('is read as its main text, with its title, date and language', async () => {
    const page = await read('law.example/winter-tyres');
    expect(page).toMatchObject({
      url: 'http://law.example/winter-tyres',
      title: 'Winter tyres: the law in Austria',
      date: '2026-10-01',
      language: 'en',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(page.blocks).toContain(
      'Winter tyres need a tread of at least 4 mm. A tyre with less counts as a summer tyre before the law.',
    );
    expect(page.blocks.join(' ')).not.toMatch(/Cookies|Contact/);
  });

  it('is decoded in the charset declared in its head', async () => {
    expect((await read('latin.example/reifen')).blocks.join(' ')).toContain('Für Größen über 17 Zoll');
  });

  it('omits hidden text', async () => {
    const { blocks, title } = await read('hidden.example/winter-tyres');
    expect(blocks.join('\n')).toContain('Turn them once a month when they stand upright.');
    expect(`${title}\n${blocks.join('\n')}`).not.toContain(PLANTED);
  });

  it('is requested without revealing the user, with a descriptive user agent', async () => {
    web.journal.clear();
    await read('motorclub.example/advice/winter');
    const headers = web.journal.requests.at(-1)?.headers ?? {};
    expect(headers['user-agent']).toBe('ErrandBot/1.0 (+https://errand.example/)');
    expect(Object.keys(headers).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].toSorted(),
    );
  });

  it('is truncated to a reasonable length', async () => {
    const { blocks } = await read('trap.example/long');
    expect(blocks.length).toBeGreaterThan(100);
    expect(blocks.join('').length).toBeLessThanOrEqual(70_000);
  });

  it('is followed through an allowed redirect', async () => {
    const page = await read('trap.example/to-fine');
    expect(page).toMatchObject({ url: 'http://trap.example/fine' });
  });
});

describe('a rejected page', () => {
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://localhost./',
    'http://foo.localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
    'http://law.example:8080/',
    'http://user:secret@law.example/',
    'file:///etc/passwd',
    'ftp://law.example/',
    'gopher://law.example/',
    'javascript:alert(1)',
    'data:text/html,<p>x</p>',
    'http://',
  ])('%s is refused before anything is sent', async (address) => {
    expect(await failure(address)).toBe('forbidden');
  });

  it.each(Object.keys(TRAPS).filter((name) => !['to-fine', 'to-itself', 'to-closed'].includes(name)))(
    'a redirect %s is refused',
    async (name) => {
      expect(await failure(`trap.example/${name}`)).toBe('forbidden');
    },
  );

  it.each([
    ['trap.example/to-itself', 'redirects'],
    ['trap.example/status-500', 'status'],
    ['trap.example/pdf', 'type'],
    ['trap.example/empty', 'text'],
    ['trap.example/large', 'size'],
    ['trap.example/bomb', 'size'],
    ['trap.example/endless', 'slow'],
    ['trap.example/silent', 'slow'],
    ['closed.example/anything', 'robots'],
    ['trap.example/to-closed', 'robots'],
    ['nobody.invalid/', 'unreachable'],
  ])('%s fails as %s', async (at, why) => {
    expect(await failure(at)).toBe(why);
  });

  it('endless nesting is bounded, and the next page is read', async () => {
    expect(await failure('trap.example/deep')).toMatch(/^(text|read: deep)$/);
    expect((await read('law.example/winter-tyres')).blocks.length).toBeGreaterThan(2);
  });

  it('a name with any non-public address is refused, and each name is looked up once', async () => {
    let asked = 0;
    const lookups = [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ];
    const rebinding = createPageReader({
      about: 'x',
      internalHosts: new Map(),
      resolve: async () => lookups[asked++] ?? [{ address: '127.0.0.1', family: 4 }],
    });
    const reading = rebinding.read('http://rebind.example/', {
      signal: new AbortController().signal,
      language: 'en',
    });
    await expect(reading).rejects.toMatchObject({ why: 'forbidden' });
    expect(asked).toBe(1);
    await rebinding.close();
  });
});

it('aborting ends a page in progress, with the reason of the signal', async () => {
  web.journal.clear();
  const stop = new AbortController();
  const reading = read('trap.example/silent', stop.signal);
  const reason = new Error('stopped');
  setTimeout(() => stop.abort(reason), 100);
  await expect(reading).rejects.toBe(reason);
  await expect.poll(() => web.journal.requests.at(-1)?.closed).toBe(true);
});

describe('a PDF', () => {
  /** Reads a PDF with this reader: returns its blocks, or why there are none. */
  async function outcome(readPdf: ReadPdf, signal = new AbortController().signal): Promise<unknown> {
    const pdfs = createPageReader({ about: 'x', internalHosts: hostsOf(web), limit: 2_000, readPdf });
    try {
      return (await pdfs.read('http://trap.example/pdf', { signal, language: 'en' })).blocks;
    } catch (error) {
      return error instanceof PageError ? error.why : error;
    } finally {
      await pdfs.close();
    }
  }

  it('is read as its pages, one line each, without empty ones', async () => {
    web.journal.clear();
    const pages = ['The first page\nof a report.', ' ', 'The third.'];
    expect(await outcome(async () => ({ pages }))).toEqual(['The first page of a report.', 'The third.']);
    expect(web.journal.requests.at(-1)?.headers['accept']).toContain('application/pdf');
  });

  it('is passed on unchanged, with the limit of all pages', async () => {
    const given: unknown[] = [];
    await outcome(async (bytes, { characters }) => {
      given.push(bytes.toString(), characters);
      return { pages: ['Words.'] };
    });
    expect(given).toEqual(['%PDF-1.7', 70_000]);
  });

  it.each([
    ['has no text', async () => ({ pages: [''] }), 'text'],
    ['breaks its reader', async () => Promise.reject(new Error('the child ended early')), 'text'],
    ['finds too much waiting', async () => Promise.reject(new GateShutError('too much')), 'slow'],
  ])('that %s is reported as a page that was not read', async (_what, readPdf, why) => {
    expect(await outcome(readPdf)).toBe(why);
  });

  it('is not awaited after the run has ended, even if its reader ignores the signal', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    const deaf: ReadPdf = () => {
      setTimeout(() => stop.abort(reason), 10);
      return new Promise(() => undefined);
    };
    expect(await outcome(deaf, stop.signal)).toBe(reason);
  });
});
