import type { PlannedItem, ReadPlan } from './read-plan.ts';

/** True if rows are aggregated and the plain items are the group keys. Aggregates in a spread count too. */
export function isGrouped(items: readonly PlannedItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'count') return true;
    if (item.kind === 'field') return item.aggregate !== null;
    return item.kind === 'spread' && item.embed.isToOne && isGrouped(item.embed.plan.items);
  });
}

/** Returns the keys that items have in the answer. */
export function keysOf(items: readonly PlannedItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'spread' ? keysOf(item.embed.plan.items) : [item.key]));
}

/**
 * Drops the items for an answer without a body. Groups are defined by their items, so a grouped plan keeps them to be
 * counted.
 */
export function withoutItems(plan: ReadPlan): ReadPlan {
  return isGrouped(plan.items) ? plan : { ...plan, items: [] };
}
