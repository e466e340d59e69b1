/** Paths that run as the signed-in user. The auth service has its own reasons for a 401. */
const AS_USER = /\/(rest|storage|functions)\/v1\//;

/** If a new token is refused too, refreshing more often doesn't help. */
const AT_MOST_EVERY_MS = 10_000;

/**
 * A `fetch` that refreshes the token after a 401. The server may end a session (signed out elsewhere, password
 * changed) while this device's token is valid for up to another hour; if the refresh fails the session is over,
 * and the client emits SIGNED_OUT. `refresh` resolves to whether the session is over, which resets the throttle
 * for the next session.
 */
export function refreshWhenRefused(refresh: () => Promise<boolean>): typeof fetch {
  let last = Number.NEGATIVE_INFINITY;
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    const isDue = performance.now() - last > AT_MOST_EVERY_MS;
    if (response.status === 401 && AS_USER.test(url) && isDue) {
      last = performance.now();
      // Not awaited: the refused response goes to the caller, who retries.
      void refresh().then((isOver) => {
        if (isOver) last = Number.NEGATIVE_INFINITY;
      });
    }
    return response;
  };
}
