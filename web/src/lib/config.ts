import * as z from 'zod/mini';

// The schema compiler uses `new Function`, which the Content-Security-Policy refuses and the browser reports.
z.config({ jitless: true });

const schema = z.object({
  anonKey: z.string(),
  brand: z.object({
    name: z.string(),
    supportEmail: z.nullish(z.string()),
    legalLine: z.nullish(z.string()),
  }),
  ai: z.object({
    /** No model is connected: the labelled demo answers, and nothing is charged. */
    demo: z.boolean(),
    /** The tools that work on this installation. */
    tools: z.array(z.string()),
  }),
  /** Mails stay on this machine and can be read at /mailbox. */
  mailbox: z.boolean(),
  signUp: z.boolean(),
});

/** What this installation tells every browser. Nothing in it is secret. */
export type BrowserConfig = z.infer<typeof schema>;

let loading: Promise<BrowserConfig> | undefined;
let known: BrowserConfig | null = null;

/** What was read before, for whoever cannot wait. */
export function knownConfig(): BrowserConfig | null {
  return known;
}

/** Read once; a failed read may be repeated. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= readConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readConfig(): Promise<BrowserConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  known = schema.parse(await response.json());
  return known;
}
