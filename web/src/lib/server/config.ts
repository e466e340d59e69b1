import * as z from 'zod/mini';
import { create } from 'zustand';
import { logProblem } from '../log.ts';

// The schema compiler uses `new Function`, which the Content-Security-Policy refuses and the browser reports.
z.config({ jitless: true });

const plan = z.object({ name: z.string(), credits: z.number(), price: z.number() });

const catalogue = z.object({
  currency: z.string(),
  yearlySavingPercent: z.number(),
  packs: z.array(
    z.object({
      credits: z.number(),
      price: z.number(),
      listPrice: z.nullable(z.number()),
      bestValue: z.boolean(),
      name: z.nullable(z.string()),
      description: z.nullable(z.string()),
    }),
  ),
  plans: z.object({ start: plan, pro: plan }),
});

const schema = z.object({
  anonKey: z.string(),
  brand: z.object({
    name: z.string(),
    supportEmail: z.nullish(z.string()),
    legalLine: z.nullish(z.string()),
    socialLinks: z.array(z.string()),
    testimonials: z.boolean(),
  }),
  ai: z.object({
    /** No model is connected: the labelled demo answers, and nothing is charged. */
    demo: z.boolean(),
    /** This computer can be asked which models run on it. */
    findsLocalModels: z.boolean(),
    /** The connection to the models can be tried from this computer. */
    checksModels: z.boolean(),
    /** The tools that work on this installation. */
    tools: z.array(z.string()),
    /** Pictures can be attached for answers and reasoning. */
    vision: z.boolean(),
  }),
  /** Mails stay on this machine and can be read at /mailbox. */
  mailbox: z.boolean(),
  /** Codes for telephones are sent by a gateway, lie in the local mailbox, or are not offered. */
  texts: z.enum(['sent', 'local', 'none']),
  signUp: z.boolean(),
  signIn: z.object({
    /** Services that people may sign in with, by their configured names. */
    providers: z.array(z.string()),
    /** Some organisations sign their people in by themselves. */
    organisations: z.boolean(),
  }),
  /** The widget that the forms for signing up and logging in show; null: none. */
  captcha: z.nullable(z.object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })),
  /** Credits and plans can be bought. */
  payments: z.boolean(),
  /** Whatever is bought, no money moves. */
  testPayments: z.boolean(),
  /** What is sold, where it is not what the pages are built with. */
  catalogue: z.nullable(catalogue),
  /** Codes of our own can be redeemed. */
  redeem: z.boolean(),
  /** Another host's form for codes. */
  redeemFormUrl: z.nullable(z.string()),
  /** Another host's policies, with `{policy}` in the address for which of them. */
  policyEmbedUrl: z.nullable(z.string()),
  /** Another host's player in place of our own recording. */
  demoVideoUrl: z.nullable(z.string()),
  affiliateUrl: z.nullable(z.string()),
  /** Who is told of a sign-up that has agreed to it. */
  analyticsHost: z.nullable(z.string()),
});

/** What this installation tells every browser. Nothing in it is secret. */
export type BrowserConfig = z.infer<typeof schema>;

interface ConfigState {
  /** Null until it is known. */
  readonly config: BrowserConfig | null;
  /** It was tried often enough: the next try is the person's. */
  readonly hasFailed: boolean;
}

/** What was read so far. */
export const useConfigState = create<ConfigState>(() => ({ config: null, hasFailed: false }));

/** Between one try and the next, in milliseconds: a server that is started anew is there again by then. */
const WAITS_MS = [500, 1000, 2000, 4000];

let loading: Promise<BrowserConfig> | undefined;

/** What was read before, for whoever cannot wait. */
export function knownConfig(): BrowserConfig | null {
  return useConfigState.getState().config;
}

/** Read once. Tried several times before it throws; after that the next call tries again. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= readPatiently();
  return loading;
}

async function readPatiently(): Promise<BrowserConfig> {
  useConfigState.setState({ hasFailed: false });
  try {
    const config = await readRepeatedly(WAITS_MS);
    useConfigState.setState({ config });
    return config;
  } catch (error) {
    loading = undefined;
    useConfigState.setState({ hasFailed: true });
    throw error;
  }
}

async function readRepeatedly([wait, ...later]: readonly number[]): Promise<BrowserConfig> {
  try {
    return await readConfig();
  } catch (error) {
    if (wait === undefined) throw error;
    logProblem(`the configuration could not be read; once more in ${wait} ms`, error);
    await new Promise((resolve) => setTimeout(resolve, wait));
    return readRepeatedly(later);
  }
}

async function readConfig(): Promise<BrowserConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return schema.parse(await response.json());
}
