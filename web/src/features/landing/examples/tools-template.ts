/**
 * Keeps the placeholders of a text for `show-tools.ts`, which fills them in if only some tools are connected.
 */
export const TEMPLATE = { count: '{count}', tools: '{tools}' } as const;
