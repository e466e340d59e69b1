import { useEffect } from 'react';
import { startSession } from './session.ts';

/** For pages that depend on the session. */
export function useSessionStart(): void {
  useEffect(startSession, []);
}
