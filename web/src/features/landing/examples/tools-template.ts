/** Leaves the places of a sentence open: `show-tools.ts` fills them in where only some tools are connected. */
export const TEMPLATE = { count: '{count}', tools: '{tools}' } as const;
