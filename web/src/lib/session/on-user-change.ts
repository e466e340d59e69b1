import { useSession } from './session.ts';

/**
 * Calls `act` when somebody else signs in to a page that has not been loaded anew since: what the one before had open
 * is not theirs. The same person, back after a session that ended, finds everything as it was.
 */
export function onUserChange(act: () => void): void {
  let last = useSession.getState().user?.id;
  useSession.subscribe(({ user, leftByChoice }) => {
    if (leftByChoice && last !== undefined) {
      last = undefined;
      act();
    }
    if (user === null || user.id === last) return;
    if (last !== undefined) act();
    last = user.id;
  });
}
