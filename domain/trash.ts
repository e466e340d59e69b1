/** Days that a deleted task or project can be restored. */
export const TRASH_DAYS = 30;

export const TRASH_KINDS = ['task', 'project'] as const;
/** Kinds of items in the trash. */
export type TrashKind = (typeof TRASH_KINDS)[number];
