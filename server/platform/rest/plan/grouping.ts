import type { PlannedItem, ReadPlan } from './read-plan.ts';

/** Whether rows are summed up: the plain items then are what they are grouped by. An aggregate of a spread counts here. */
export function isGrouped(items: readonly PlannedItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'count') return true;
    if (item.kind === 'field') return item.aggregate !== null;
    return item.kind === 'spread' && item.embed.isToOne && isGrouped(item.embed.plan.items);
  });
}

/** The keys that items have in the answer. */
export function keysOf(items: readonly PlannedItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'spread' ? keysOf(item.embed.plan.items) : [item.key]));
}

/** For an answer without a body. Groups are made of the items, and could not be counted without them. */
export function withoutItems(plan: ReadPlan): ReadPlan {
  return isGrouped(plan.items) ? plan : { ...plan, items: [] };
}
