import * as z from 'zod/mini';
import { useSession } from '../session/session.ts';

export interface DraftSource<Draft> {
  /** Under this name it is kept in the tab's storage. */
  readonly key: string;
  readonly schema: z.ZodMiniType<Draft>;
  /** Current draft, or null. */
  readonly read: () => Draft | null;
  /** Puts back what was kept; null: somebody begins with nothing. */
  readonly restore: (kept: Draft | null) => void;
  readonly subscribe: (changed: () => void) => void;
}

/**
 * Keeps what is being written in this tab, so that neither a reload nor a session that ends in the middle of a
 * sentence takes it. It is the writer's alone: for anybody else, and once they sign out, it is gone. Answers with
 * the function to call for whoever has just come in.
 */
export function createDraft<Draft>(source: DraftSource<Draft>): (userId: string) => void {
  const kept = z.object({ user_id: z.string(), draft: source.schema });
  let owner: string | null = null;

  const readKept = () => {
    try {
      return kept.safeParse(JSON.parse(sessionStorage.getItem(source.key) ?? 'null')).data ?? null;
    } catch {
      // Not readable, or storage forbidden: as if nothing had been kept.
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
      if (leftByChoice) source.restore(null);
    });
  };
  return (userId) => {
    if (owner === null) follow();
    if (owner === userId) return;
    owner = userId;
    const found = readKept();
    source.restore(found?.user_id === userId ? found.draft : null);
  };
}
