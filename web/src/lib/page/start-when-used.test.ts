import { expect, test } from 'vitest';
import { waitForStart } from './start-when-used.ts';

const ROUTER = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/login.js";

window.__reactRouterRouteModules = {"root":route0,"routes/login":route1};

import("/assets/entry.js");`;

test('the start script of the router imports nothing before the page starts', () => {
  const script = waitForStart(ROUTER, ['/assets/root.js']);
  expect(script).toMatch(/^await window\.pageStart;/);
  expect(script).not.toMatch(/^import[ "]/m);
  expect(script).toContain('await import("/assets/manifest.js");');
  expect(script).toContain('const route1 = await import("/assets/login.js");');
  expect(script).toContain('\nimport("/assets/entry.js");');
});
