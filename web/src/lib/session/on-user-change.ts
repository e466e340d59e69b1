import { useSession } from './session.ts';

/**
 * Calls `act` when another user signs in without a page load, to clear what the previous user had open. The
 * same user, back after an expired session, keeps everything.
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
