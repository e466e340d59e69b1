/** What runs as the signed-in user. The auth service answers 401 for reasons of its own. */
const AS_USER = /\/(rest|storage|functions)\/v1\//;

/** A new token that is refused as well will not be accepted for being asked for more often. */
const AT_MOST_EVERY_MS = 10_000;

/**
 * A `fetch` for the client. The server may end a session (signed out elsewhere, password changed) while this device
 * believes in its token for up to an hour: once a request is refused for it, the token is renewed. Where that fails
 * the session is over, and the client says so. `refresh` answers with whether it is: the next one is another matter.
 */
export function refreshWhenRefused(refresh: () => Promise<boolean>): typeof fetch {
  let last = Number.NEGATIVE_INFINITY;
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    const isDue = performance.now() - last > AT_MOST_EVERY_MS;
    if (response.status === 401 && AS_USER.test(url) && isDue) {
      last = performance.now();
      // Not awaited: the refused request goes back to whoever asked, and is sent again by them.
      void refresh().then((isOver) => {
        if (isOver) last = Number.NEGATIVE_INFINITY;
      });
    }
    return response;
  };
}
