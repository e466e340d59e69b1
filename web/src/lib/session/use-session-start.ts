import { useEffect } from 'react';
import { startSession } from './session.ts';

/** For pages that depend on who is here. */
export function useSessionStart(): void {
  useEffect(startSession, []);
}
