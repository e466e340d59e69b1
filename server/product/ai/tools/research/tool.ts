import { createSteppedTool } from '../../engine/create-stepped-tool.ts';
import type { Effects } from '../../engine/effects.ts';
import type { Tool } from '../../tool.ts';
import { researchSpec } from './spec.ts';

const MINUTE = 60_000;

/** A report over many pages, every claim of it cited and checked. */
export function createResearchTool(effects: Effects): Tool {
  return createSteppedTool({ spec: researchSpec, effects, deadline: 30 * MINUTE, calls: 120 });
}
