import * as z from 'zod/mini';
import { AI_TASK_TYPES, TOOL_LACKS } from './ai-task.ts';
import { catalogueTerms } from './shop/catalogue-terms.ts';

/** Public settings of an installation, served as `/config.json`. Contains no secrets. */
export const browserConfig = z.object({
  anonKey: z.string(),
  brand: z.object({
    name: z.string(),
    supportEmail: z.nullish(z.string()),
    legalLine: z.nullish(z.string()),
    socialLinks: z.readonly(z.array(z.string())),
    testimonials: z.boolean(),
  }),
  ai: z.object({
    /** No model is connected: the demo answers, labelled as such and free. */
    demo: z.boolean(),
    /** The server can search this computer for models. */
    findsLocalModels: z.boolean(),
    /** The connection to the models can be checked from this computer. */
    checksModels: z.boolean(),
    /** Tools that work on this installation. */
    tools: z.readonly(z.array(z.string())),
    /** The others, with what each needs. Missing in the configuration of an older server. */
    lacking: z._default(
      z.readonly(z.array(z.object({ tool: z.enum(AI_TASK_TYPES), lacks: z.enum(TOOL_LACKS) }))),
      [],
    ),
    /** Pictures can be attached for answers and reasoning. */
    vision: z.boolean(),
  }),
  /** Open to others: hints for the operator are left out. */
  production: z.boolean(),
  /** Emails stay on this machine and can be read at /mailbox. */
  mailbox: z.boolean(),
  /** Emails can be sent, or kept in that mailbox. Missing in the configuration of an older server. */
  mails: z._default(z.boolean(), false),
  /** Codes by text are sent by a gateway, shown in the local mailbox, or unavailable. */
  texts: z.enum(['sent', 'local', 'none']),
  signUp: z.boolean(),
  signIn: z.object({
    /** Sign-in providers, by their configured names. */
    providers: z.readonly(z.array(z.string())),
    /** Some organisations have a sign-in of their own. */
    organisations: z.boolean(),
  }),
  /** Captcha of the sign-up and login forms; null for none. */
  captcha: z.nullable(z.object({ provider: z.enum(['hcaptcha', 'turnstile']), siteKey: z.string() })),
  /** Credits and plans can be bought. */
  payments: z.boolean(),
  /** Test mode: no money moves. */
  testPayments: z.boolean(),
  /** Items sold, if they differ from those built into the pages. */
  catalogue: z.nullable(catalogueTerms),
  /** Codes of this installation can be redeemed. */
  redeem: z.boolean(),
  /** Another host's form for codes. */
  redeemFormUrl: z.nullable(z.string()),
  /** Another host's policies, with `{policy}` in the URL for their name. */
  policyEmbedUrl: z.nullable(z.string()),
  /** Another host's player instead of our own recording. */
  demoVideoUrl: z.nullable(z.string()),
  affiliateUrl: z.nullable(z.string()),
  /** Host that gets sign-up reports of users who agreed. */
  analyticsHost: z.nullable(z.string()),
});
export type BrowserConfig = Readonly<z.output<typeof browserConfig>>;
