import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';

/** Opened task, and the run of its opened answer, by the address: `?task=<id>&answer=<id>` on any page. */
export interface Opened {
  readonly task: string | null;
  readonly answer: string | null;
}

export function readOpened(search: string): Opened {
  const params = new URLSearchParams(search);
  const task = params.get('task');
  return { task, answer: task === null ? null : params.get('answer') };
}

/** The query of an address with another task or answer opened. Keeps its other parameters. */
export function withOpened(search: string, { task, answer }: Opened): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of [['task', task] as const, ['answer', answer] as const]) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : '';
}

export function useOpened(): Opened {
  const { search } = useLocation();
  return useMemo(() => readOpened(search), [search]);
}

/** State of an entry in the browser's history that opening has added. Survives a reload. */
const added = z.object({ usr: z.object({ opened: z.literal(true) }) });

/**
 * Opens or closes by the address. Opening adds an entry, so that Back closes; closing goes back to where it was
 * opened, or only shortens an address that was opened directly. One stable function.
 */
export function useSetOpened(): (next: Opened) => void {
  const navigate = useNavigate();
  return useCallback(
    (next) => {
      const { pathname, search } = location;
      const now = readOpened(search);
      if (now.task === next.task && now.answer === next.answer) return;
      const to = { pathname, search: withOpened(search, next) };
      const isClosing = next.task === null || (next.answer === null && now.answer !== null);
      const isAdded = added.safeParse(history.state).success;
      const state = { opened: true };
      if (isClosing && isAdded) void navigate(-1);
      else if (isClosing) void navigate(to, { replace: true });
      else if (now.answer === null) void navigate(to, { state });
      else void navigate(to, { replace: true, ...(isAdded && { state }) });
    },
    [navigate],
  );
}
