import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Brand, readBrand } from './config/read-brand.ts';
import { type BudgetConfig, readBudgets } from './config/read-budgets.ts';
import { type CaptchaConfig, readCaptcha } from './config/read-captcha.ts';
import { type CatalogueConfig, readCatalogue } from './config/read-catalogue.ts';
import { type DataApiConfig, readDataApi } from './config/read-data-api.ts';
import {
  type Environment,
  type EnvironmentReader,
  type RateLimit,
  readEnvironment,
} from './config/read-environment.ts';
import { type IdentityConfig, readIdentity } from './config/read-identity.ts';
import { type ImageConfig, readDataCollection, readImages } from './config/read-images.ts';
import { readPatience } from './config/read-patience.ts';
import { type PaymentsConfig, readPayments } from './config/read-payments.ts';
import { readSearch, type SearchConfig } from './config/read-search.ts';
import { type PublicServices, readServices } from './config/read-services.ts';
import { readSms, type SmsConfig } from './config/read-sms.ts';
import type { LogLevel } from './lib/log.ts';
import type { Patience } from './providers/text-model/patience.ts';
import { isRouter } from './providers/text-model/server-kind.ts';

/** Everything the environment decides, checked once. Nothing else reads the environment. */
export interface Config extends CatalogueConfig {
  /** NODE_ENV=production, or a public address that is not loopback: no local mailbox, no test checkout, no simulators. */
  readonly production: boolean;
  /** The demo answers on somebody's own computer: a look for models that run there is offered. */
  readonly findsLocalModels: boolean;
  /** A model is connected on somebody's own computer: a check of it, which costs a little, is offered there. */
  readonly checksModels: boolean;
  readonly port: number;
  /** null: both loopback addresses. */
  readonly host: string | null;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Whose account was erased: outside of the database, so that a backup of it does not bring them back. */
  readonly erasedAccountsFile: string;
  readonly logLevel: LogLevel;
  readonly database:
    | { readonly kind: 'pglite'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  readonly dataApi: DataApiConfig;
  readonly keys: {
    readonly anonKey: string | null;
    readonly serviceRoleKey: string | null;
    readonly jwtKeys: string | null;
  };
  readonly text: TextConfig;
  readonly budgets: BudgetConfig;
  readonly search: SearchConfig;
  readonly images: ImageConfig;
  readonly mail:
    | { readonly kind: 'local' }
    | { readonly kind: 'none' }
    | { readonly kind: 'smtp'; readonly url: string; readonly from: string };
  readonly sms: SmsConfig;
  readonly captcha: CaptchaConfig;
  readonly payments: PaymentsConfig;
  readonly identity: readonly IdentityConfig[];
  readonly signUp: boolean;
  readonly mailAutoconfirm: boolean;
  readonly anonymousSignIn: boolean;
  /** The data API sums up rows: `select=amount.sum()`. */
  readonly aggregates: boolean;
  /** Whether the passwords that others would try first are refused, as they always are in production. */
  readonly commonPasswords: 'refuse' | 'allow';
  /** Seconds: without a refresh, and since the sign-in. */
  readonly sessionLimits: { readonly idle: number; readonly max: number };
  readonly trustedProxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly redirectAllowlist: readonly string[];
  /** null: off. */
  readonly rateLimits: Readonly<
    Record<'signIn' | 'mail' | 'text' | 'textAll' | 'token' | 'api' | 'delegate', RateLimit | null>
  >;
  readonly brand: Brand;
  readonly services: PublicServices;
}

export type TextConfig =
  | { readonly kind: 'demo' }
  | {
      readonly kind: 'real';
      readonly baseUrl: string;
      readonly apiKey: string | null;
      /** null: the default for the provider's host. */
      readonly models: {
        readonly fast: string | null;
        readonly research: string | null;
        readonly web_search: string | null;
        readonly answer: string | null;
        readonly reasoning: string | null;
        readonly vision: string | null;
        readonly doc_summary: string | null;
        readonly data_analysis: string | null;
      };
      /** Tokens that its models take at once; null: what the provider says, or enough. */
      readonly context: number | null;
      /** How long their silence is waited out; what is left out follows from where they run. */
      readonly patience: Partial<Patience>;
      /** Who reads scanned pages of PDFs; null: nobody, and they are named as not read. */
      readonly ocr: 'router' | null;
      /** Whether OpenRouter may choose providers that keep, or learn from, what they are sent. */
      readonly dataCollection: 'deny' | 'allow';
    };

const DAY = 86_400;

export { ConfigError } from './config/read-environment.ts';

export function readConfig(environment: Environment): Config {
  const env = readEnvironment(environment);
  const port = env.integer('PORT', 3000, { min: 0, max: 65_535 });
  const publicUrl = env.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const production = env.text('NODE_ENV') === 'production' || !isLoopback(new URL(publicUrl).hostname);
  const dataDir = resolve(env.text('DATA_DIR') ?? './data');
  const text = readText(env);
  const sold = readCatalogue(env);
  const config: Config = {
    production,
    findsLocalModels: text.kind === 'demo' && !production,
    checksModels: text.kind === 'real' && !production,
    port,
    host: env.text('HOST'),
    publicUrl,
    dataDir,
    erasedAccountsFile: resolve(dataDir, env.text('ERASED_ACCOUNTS_FILE') ?? 'erased-accounts.txt'),
    logLevel: env.choice('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
    database: readDatabase(env, dataDir),
    dataApi: readDataApi(env),
    keys: {
      anonKey: env.text('ANON_KEY'),
      serviceRoleKey: env.text('SERVICE_ROLE_KEY'),
      jwtKeys: readJwtKeys(env),
    },
    text,
    images: readImages(env, text.kind === 'real' ? text : null),
    budgets: readBudgets(env),
    search: readSearch(env),
    mail: readMail(env, production),
    sms: readSms(env, production),
    captcha: readCaptcha(env),
    ...sold,
    payments: readPayments(env, { production, packs: sold.catalogue.packs }),
    identity: readIdentity(env),
    signUp: env.flag('SIGN_UP', true),
    mailAutoconfirm: env.flag('MAIL_AUTOCONFIRM', false),
    anonymousSignIn: env.flag('ANONYMOUS_SIGN_IN', false),
    aggregates: env.flag('PGRST_DB_AGGREGATES_ENABLED', false),
    commonPasswords: readCommonPasswords(env, production),
    sessionLimits: {
      idle: env.integer('SESSION_IDLE_SECONDS', 30 * DAY, { min: 10, max: 3650 * DAY }),
      max: env.integer('SESSION_MAX_SECONDS', 180 * DAY, { min: 10, max: 3650 * DAY }),
    },
    trustedProxies: readProxies(env),
    allowedOrigins: env.list('ALLOWED_ORIGINS'),
    redirectAllowlist: env.list('REDIRECT_ALLOWLIST'),
    rateLimits: readRateLimits(env),
    brand: readBrand(env),
    services: readServices(env),
  };
  env.finish();
  return Object.freeze(config);
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}

function readDatabase(env: EnvironmentReader, dataDir: string): Config['database'] {
  const url = env.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  return url === null ? { kind: 'pglite', folder: resolve(dataDir, 'database') } : { kind: 'postgres', url };
}

function readText(env: EnvironmentReader): TextConfig {
  const baseUrl = env.url('AI_BASE_URL', ['http:', 'https:']);
  const apiKey = env.text('AI_API_KEY');
  // The key alone means the default router; neither means that no model is connected.
  const ocr = env.choice('AI_OCR', 'off', ['off', 'router']) === 'router' ? 'router' : null;
  const endpoint = baseUrl ?? 'https://openrouter.ai/api/v1';
  const isDemo = baseUrl === null && apiKey === null;
  if (ocr !== null && (isDemo || !isRouter(new URL(endpoint))))
    env.problem('AI_OCR: router needs OpenRouter at AI_BASE_URL, with its key');
  if (isDemo) return { kind: 'demo' };
  return {
    kind: 'real',
    baseUrl: endpoint,
    apiKey,
    ocr,
    dataCollection: readDataCollection(env),
    patience: readPatience(env),
    context: env.integer('AI_CONTEXT', 0, { min: 1_000, max: 100_000_000 }) || null,
    models: {
      fast: env.text('AI_MODEL_FAST'),
      research: env.text('AI_MODEL_RESEARCH'),
      web_search: env.text('AI_MODEL_WEB_SEARCH'),
      answer: env.text('AI_MODEL_ANSWER'),
      reasoning: env.text('AI_MODEL_REASONING'),
      vision: env.text('AI_MODEL_VISION'),
      doc_summary: env.text('AI_MODEL_DOC_SUMMARY'),
      data_analysis: env.text('AI_MODEL_DATA_ANALYSIS'),
    },
  };
}

function readMail(env: EnvironmentReader, production: boolean): Config['mail'] {
  const url = env.url('SMTP_URL', ['smtp:', 'smtps:']);
  if (url === null) return { kind: production ? 'none' : 'local' };
  const from = env.text('MAIL_FROM');
  if (from === null) env.problem('MAIL_FROM: is needed with SMTP_URL, such as "Errand <errand@example.org>"');
  return { kind: 'smtp', url, from: from ?? '' };
}

function readJwtKeys(env: EnvironmentReader): string | null {
  const text = env.text('JWT_KEYS');
  if (text === null) return null;
  const isSecret = !/^[[{]/.test(text);
  if (isSecret && Buffer.byteLength(text) < 32) {
    env.problem('JWT_KEYS: a shared secret must have at least 32 characters');
  }
  try {
    if (!isSecret) JSON.parse(text);
  } catch {
    env.problem('JWT_KEYS: must be a private JWK set in JSON, such as {"keys":[…]} or […], or one secret');
  }
  return text;
}

/** Tutorials and test suites sign up with `password123`. */
function readCommonPasswords(env: EnvironmentReader, production: boolean): Config['commonPasswords'] {
  const choice = env.choice('PASSWORD_COMMON', 'refuse', ['refuse', 'allow']);
  if (choice === 'allow' && production) {
    env.problem(
      'PASSWORD_COMMON: allow is for trials on your own computer; in production it would open accounts to the first guesses. Remove it',
    );
  }
  return choice;
}

function readProxies(env: EnvironmentReader): string[] {
  const entries = env.list('TRUSTED_PROXIES');
  const wrong = !entries.every(isAddressOrRange);
  if (wrong)
    env.problem(
      'TRUSTED_PROXIES: must be addresses or ranges, comma-separated, such as 127.0.0.1,10.0.0.0/8',
    );
  return wrong ? [] : entries;
}

function isAddressOrRange(entry: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Defaults: RELIABILITY A1 (30 wrong passwords in 5 minutes) and L4 (5 mails an hour to one address). */
function readRateLimits(env: EnvironmentReader): Config['rateLimits'] {
  return {
    signIn: env.rate('RATE_LIMIT_SIGN_IN', { limit: 30, seconds: 300 }),
    mail: env.rate('RATE_LIMIT_MAIL', { limit: 5, seconds: 3600 }),
    text: env.rate('RATE_LIMIT_SMS', { limit: 5, seconds: 3600 }),
    textAll: env.rate('RATE_LIMIT_SMS_ALL', { limit: 200, seconds: 86_400 }),
    token: env.rate('RATE_LIMIT_TOKEN', { limit: 150, seconds: 300 }),
    api: env.rate('RATE_LIMIT_API', { limit: 6000, seconds: 60 }),
    delegate: env.rate('RATE_LIMIT_DELEGATE', { limit: 60, seconds: 60 }),
  };
}
