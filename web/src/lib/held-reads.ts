/**
 * How long reads wait. In turns of the page, not by the clock: a busy processor makes each of them longer, and joins a
 * channel later. On a slow network nobody waits for more than that.
 */
const [TURNS, TURN_MS] = [10, 20];

const READ = /\/rest\/v1\//;

let held: { readonly until: Promise<void>; readonly letGo: () => void; readonly since: number } | null = null;

/**
 * Lets reads wait a moment for the channel that brings news: what is read before it is there has to be read again, and
 * a first view would ask for everything twice.
 */
export function holdReads(): void {
  letReadsGo();
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const mine = { until, letGo, since: Date.now() };
  held = mine;
  const wait = (turns: number): void => {
    if (held !== mine) return;
    if (turns === 0) letReadsGo();
    else setTimeout(() => wait(turns - 1), TURN_MS);
  };
  wait(TURNS);
}

/** Answers with since when they were held; null: they were not, or not any more. */
export function letReadsGo(): number | null {
  const since = held?.since ?? null;
  held?.letGo();
  held = null;
  return since;
}

/** A `fetch` for the client, for which reads can be held. */
export function holdable(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if ((init?.method ?? 'GET') === 'GET' && READ.test(url)) await held?.until;
    return ask(input, init);
  };
}
