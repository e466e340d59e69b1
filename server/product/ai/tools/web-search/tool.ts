import { createSteppedTool } from '../../engine/create-stepped-tool.ts';
import type { Effects } from '../../engine/effects.ts';
import type { Tool } from '../../tool.ts';
import { webSearchSpec } from './spec.ts';

const MINUTE = 60_000;

/** Creates the tool for five to ten links, each with verbatim quotes. */
export function createWebSearchTool(effects: Effects): Tool {
  return createSteppedTool({ spec: webSearchSpec, effects, deadline: 10 * MINUTE, calls: 60 });
}
