import type { Browser } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { z } from 'zod';

/** What Lighthouse slows a machine down by, and the middle of the benchmark indexes that this is meant for. */
const [USUAL, MEANT_FOR] = [4, 1750];

/**
 * How many times slower this machine has to be made to be the mid-range phone that Lighthouse simulates, from its own
 * benchmark index. Source: "Calibrating the CPU slowdown" in Lighthouse's docs/throttling.md.
 */
export async function phoneSlowdown(browser: Browser): Promise<{ index: number; slower: number }> {
  const page = await browser.newPage();
  const indexes = [];
  for (let time = 0; time < 3; time += 1) {
    indexes.push(z.number().parse(await page.evaluate(pageFunctions.computeBenchmarkIndex)));
  }
  await page.close();
  const index = Math.max(...indexes);
  return { index, slower: Math.max(1, Math.min(USUAL, (USUAL * index) / MEANT_FOR)) };
}
