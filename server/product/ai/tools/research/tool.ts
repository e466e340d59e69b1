import { createSteppedTool } from '../../engine/create-stepped-tool.ts';
import type { Effects } from '../../engine/effects.ts';
import type { Tool } from '../../tool.ts';
import { researchSpec } from './spec.ts';

const MINUTE = 60_000;

/** Creates the tool for a report over many pages, with every claim cited and checked. */
export function createResearchTool(effects: Effects): Tool {
  return createSteppedTool({ spec: researchSpec, effects, deadline: 30 * MINUTE, calls: 120 });
}
