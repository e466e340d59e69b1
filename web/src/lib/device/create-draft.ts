import * as z from 'zod/mini';
import { useSession } from '../session/session.ts';

export interface DraftSource<Draft> {
  /** Key in sessionStorage. */
  readonly key: string;
  readonly schema: z.ZodMiniType<Draft>;
  /** Current draft, or null. */
  readonly read: () => Draft | null;
  /** Restores a draft. A form may be open already, as one can be before it is known who is here. */
  readonly restore: (kept: Draft) => void;
  readonly clear: () => void;
  readonly subscribe: (changed: () => void) => void;
}

/**
 * Keeps a draft in this tab, so that it survives a reload or an expired session. It belongs to its author: it
 * is dropped on sign-out or for any other user. Returns the function to call with the id of the user who signed
 * in. What was begun before the first call is theirs.
 */
export function createDraft<Draft>(source: DraftSource<Draft>): (userId: string) => void {
  const kept = z.object({ user_id: z.string(), draft: source.schema });
  let owner: string | null = null;

  const readKept = () => {
    try {
      return kept.safeParse(JSON.parse(sessionStorage.getItem(source.key) ?? 'null')).data ?? null;
    } catch {
      // Unreadable, or storage forbidden: treat as no draft.
      return null;
    }
  };
  const write = () => {
    const draft = source.read();
    try {
      if (owner === null || draft === null) sessionStorage.removeItem(source.key);
      else sessionStorage.setItem(source.key, JSON.stringify({ user_id: owner, draft }));
    } catch {
      // Storage may be forbidden or full: the draft then lives as long as the page.
    }
  };
  const follow = () => {
    source.subscribe(write);
    useSession.subscribe(({ leftByChoice }) => {
      if (leftByChoice) source.clear();
    });
  };
  return (userId) => {
    if (owner === userId) return;
    const found = readKept();
    const isFirst = owner === null;
    owner = userId;
    if (isFirst) follow();
    else source.clear();
    if (found?.user_id === userId) source.restore(found.draft);
    else write();
  };
}
