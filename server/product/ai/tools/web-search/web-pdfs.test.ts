import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWebPdfs } from '#server/open/search.ts';
import { createPageReader } from '#server/providers/page-reader/create-page-reader.ts';
import { article, type SimulatedPage } from '#simulators/web/page.ts';
import { STRUCTURES } from '#tests/bombs/pdf-structure.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { hostsOf } from '#tests/worlds/web-hosts.ts';
import { openWebToolWorld, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import { createWebSearchTool } from './tool.ts';

const asPdf = (at: string, title: string, bytes: Buffer): SimulatedPage => ({
  at,
  title,
  html: '',
  contentType: 'application/pdf',
  bytes,
});

const ACT = makePdf([
  'Federal law gazette: winter tyres',
  'Winter tyres need a tread of at least 4 mm. A tyre with less counts\nas a summer tyre before the law.',
]);
const bomb = STRUCTURES.find(({ what }) => what.includes('lock asks for a key'));

let world: WebToolWorld;

beforeAll(async () => {
  if (!bomb) throw new Error('there is no such bomb');
  const pages = [
    asPdf('law.example/acts/tyres-2026.pdf', 'Winter tyres law Austria', ACT),
    asPdf('hostile.example/law.pdf', 'Winter tyres law Austria, the whole of it', bomb.make()),
    article({
      at: 'plain.example/',
      title: 'Winter tyres',
      text: '<p>Winter tyres should be replaced after about eight years, whatever tread is left.</p>',
    }),
  ];
  world = await openWebToolWorld({ web: { pages } });
});
afterAll(() => world.close());

it('a PDF among the hits of a search is read and quoted; one that breaks its reader is a page less', async () => {
  // Patient for the one, so that the other does not hold it up for long.
  const pages = createPageReader({
    about: 'x',
    internalHosts: hostsOf(world.web),
    readPdf: openWebPdfs({ limit: 15_000 }),
  });
  const { output, journal } = await world.run(createWebSearchTool, 'sim/team', { effects: { pages } });
  await pages.close();
  const source = output.evidence?.sources.find(({ url }) => url.endsWith('.pdf'));
  expect(source).toMatchObject({
    url: 'http://law.example/acts/tyres-2026.pdf',
    title: 'Winter tyres law Austria',
    quotes: [{ text: expect.stringContaining('a tread of at least 4 mm') }],
  });
  expect(journal.lines).toContainEqual({
    key: 'read_page',
    params: { host: 'law.example/tyres-2026.pdf', title: 'Winter tyres law Austria', quotes: 1 },
  });
  expect(journal.lines).toContainEqual({
    key: 'page_not_read',
    params: { host: 'hostile.example/law.pdf', why: expect.stringMatching(/^(text|slow)$/) },
  });
});
