import type { Browser } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { z } from 'zod';

/**
 * Benchmark indexes of phones, by which Chromium's developer tools calibrate their presets "Mid-tier mobile" (a Pixel 5)
 * and "Low-tier mobile" (a Moto G Power of 2022). Source: CalibrationController.ts of chrome-devtools-frontend.
 */
export const PHONES = { 'mid-range': 1000, slow: 264 } as const;

/** What Lighthouse slows a machine down by, and the middle of the benchmark indexes that this is meant for. */
const [USUAL, MEANT_FOR] = [4, 1750];

/** How fast this machine is, by the measure that Lighthouse and the developer tools share: the best of three times. */
export async function benchmarkIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const indexes = [];
  for (let time = 0; time < 3; time += 1) {
    indexes.push(z.number().parse(await page.evaluate(pageFunctions.computeBenchmarkIndex)));
  }
  await page.close();
  return Math.max(...indexes);
}

/** How many times slower a machine of `index` has to be made to be one of `wanted`. Nothing makes it faster. */
export function slowdownTo(wanted: number, index: number): number {
  return Math.max(1, index / wanted);
}

/**
 * How many times slower this machine has to be made to be the phone that Lighthouse simulates. Source: "Calibrating the
 * CPU slowdown" in Lighthouse's docs/throttling.md.
 */
export function lighthouseSlowdown(index: number): number {
  return Math.min(USUAL, slowdownTo(MEANT_FOR / USUAL, index));
}
