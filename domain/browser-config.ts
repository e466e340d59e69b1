import * as z from 'zod/mini';
import { catalogueTerms } from './shop/catalogue-terms.ts';

/** Public settings of an installation: the answer of `/config.json`. Nothing in it is secret. */
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
    /** No model is connected: the labelled demo answers, and nothing is charged. */
    demo: z.boolean(),
    /** This computer can be asked which models run on it. */
    findsLocalModels: z.boolean(),
    /** The connection to the models can be tried from this computer. */
    checksModels: z.boolean(),
    /** The tools that work on this installation. */
    tools: z.readonly(z.array(z.string())),
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
    providers: z.readonly(z.array(z.string())),
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
  catalogue: z.nullable(catalogueTerms),
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
export type BrowserConfig = Readonly<z.output<typeof browserConfig>>;
