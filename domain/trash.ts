/** Days that a deleted task or project can be restored. */
export const TRASH_DAYS = 30;
