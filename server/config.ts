import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Brand, readBrand } from './config/read-brand.ts';
import { type BudgetConfig, readBudgets } from './config/read-budgets.ts';
import { type CaptchaConfig, readCaptcha } from './config/read-captcha.ts';
import { type CatalogueConfig, readCatalogue } from './config/read-catalogue.ts';
import { type CollectorConfig, readCollector } from './config/read-collector.ts';
import { type DataApiConfig, readDataApi } from './config/read-data-api.ts';
import { type DatabaseConfig, ROLES, type Role, readDatabase } from './config/read-database.ts';
import { type Environment, type EnvironmentReader, readEnvironment } from './config/read-environment.ts';
import { type IdentityConfig, readIdentity } from './config/read-identity.ts';
import { type ImageConfig, readImages } from './config/read-images.ts';
import {
  type RateLimits,
  readRateLimits,
  readSessionLimits,
  type SessionLimits,
} from './config/read-limits.ts';
import { type PaymentsConfig, readPayments } from './config/read-payments.ts';
import { readSearch, type SearchConfig } from './config/read-search.ts';
import { type PublicServices, readServices } from './config/read-services.ts';
import { readSms, type SmsConfig } from './config/read-sms.ts';
import { readStorage, type Storage } from './config/read-storage.ts';
import { readPatience, readTexts, type TextConfig } from './config/read-texts.ts';
import { isLoopback } from './lib/is-loopback.ts';
import type { LogLevel } from './lib/log.ts';

/** The validated configuration. Nothing else reads the environment. */
export interface Config extends CatalogueConfig, Storage {
  /** NODE_ENV=production, or a public URL that isn't loopback: no local mailbox, no test checkout, no simulators. */
  readonly production: boolean;
  /** The demo runs on the user's own computer: offer to look for local models. */
  readonly findsLocalModels: boolean;
  /** A model is connected on the user's own computer: offer a check of it, which costs a little. */
  readonly checksModels: boolean;
  /** Part of the work: requests, runs and background jobs, or both. */
  readonly role: Role;
  readonly port: number;
  /** Null: both loopback addresses. */
  readonly host: string | null;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Between the signal to stop and the first closed connection: a load balancer needs time to notice. */
  readonly drainSeconds: number;
  /** List of erased accounts, outside the database, so that restoring a backup doesn't bring them back. */
  readonly erasedAccountsFile: string;
  readonly logLevel: LogLevel;
  /** Shows the figures of this process at /metrics. Null: there is no such address. */
  readonly metricsToken: string | null;
  /** Where traces and figures are sent. */
  readonly collector: CollectorConfig;
  readonly database: DatabaseConfig;
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
  /** Enables aggregates in the data API: `select=amount.sum()`. */
  readonly aggregates: boolean;
  /** `refuse` rejects common passwords; always so in production. */
  readonly commonPasswords: 'refuse' | 'allow';
  readonly sessionLimits: SessionLimits;
  readonly trustedProxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly redirectAllowlist: readonly string[];
  readonly rateLimits: RateLimits;
  readonly brand: Brand;
  readonly services: PublicServices;
  /** Working but outdated settings, each with its replacement. */
  readonly warnings: readonly string[];
}

export { ConfigError } from './config/read-environment.ts';

export function readConfig(environment: Environment): Config {
  const env = readEnvironment(environment);
  const port = env.integer('PORT', 3000, { min: 0, max: 65_535 });
  const publicUrl = env.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const production = env.text('NODE_ENV') === 'production' || !isOwnMachine(new URL(publicUrl));
  const dataDir = resolve(env.text('DATA_DIR') ?? './data');
  const patience = readPatience(env);
  const text = readTexts(env, patience);
  const { paymentLinks, ...sold } = readCatalogue(env);
  const { brand, pages } = readBrand(env);
  const config: Omit<Config, 'warnings'> = {
    production,
    findsLocalModels: text.kind === 'demo' && !production,
    checksModels: text.kind === 'real' && !production,
    role: readRole(env),
    port,
    host: env.text('HOST'),
    publicUrl,
    dataDir,
    drainSeconds: env.integer('DRAIN_SECONDS', 0, { min: 0, max: 300 }),
    erasedAccountsFile: resolve(dataDir, env.text('ERASED_ACCOUNTS_FILE') ?? 'erased-accounts.txt'),
    logLevel: env.choice('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
    metricsToken: readMetricsToken(env),
    collector: readCollector(env, port),
    database: readDatabase(env, dataDir),
    ...readStorage(env),
    dataApi: readDataApi(env),
    keys: {
      anonKey: env.text('ANON_KEY'),
      serviceRoleKey: env.text('SERVICE_ROLE_KEY'),
      jwtKeys: readJwtKeys(env),
    },
    text,
    images: readImages(env, text.kind === 'real' ? text : null, patience),
    budgets: readBudgets(env),
    search: readSearch(env),
    mail: readMail(env, production),
    sms: readSms(env, production),
    captcha: readCaptcha(env),
    ...sold,
    payments: readPayments(env, { production, packs: sold.catalogue.packs, paymentLinks }),
    identity: readIdentity(env),
    signUp: env.flag('SIGN_UP', true),
    mailAutoconfirm: env.flag('MAIL_AUTOCONFIRM', false),
    anonymousSignIn: env.flag('ANONYMOUS_SIGN_IN', false),
    aggregates: env.flag('PGRST_DB_AGGREGATES_ENABLED', false),
    commonPasswords: readCommonPasswords(env, production),
    sessionLimits: readSessionLimits(env),
    trustedProxies: readProxies(env),
    allowedOrigins: env.list('ALLOWED_ORIGINS'),
    redirectAllowlist: env.list('REDIRECT_ALLOWLIST'),
    rateLimits: readRateLimits(env),
    brand,
    services: readServices(env, pages),
  };
  const unnamed = production && brand.legalLine === null ? [NO_OPERATOR] : [];
  return Object.freeze({ ...config, warnings: [...env.finish(), ...unnamed] });
}

function readRole(env: EnvironmentReader): Role {
  const role = env.choice('ROLE', 'all', ROLES);
  if (role !== 'all' && env.text('DATABASE_URL') === null) {
    env.problem(`ROLE: ${role} needs DATABASE_URL, because the embedded database has one process`);
  }
  return role;
}

/** Anyone may guess at it, as often as they like. */
function readMetricsToken(env: EnvironmentReader): string | null {
  const token = env.text('METRICS_TOKEN');
  if (token !== null && !/^[\w.~+/=-]{32,}$/.test(token)) {
    env.problem('METRICS_TOKEN: must be 32 or more letters, digits and -._~+/=');
  }
  return token;
}

const NO_OPERATOR =
  "the pages don't name an operator. Set legalLine in the BRAND_FILE to your name, address and VAT number";

function readMail(env: EnvironmentReader, production: boolean): Config['mail'] {
  const url = env.url('SMTP_URL', ['smtp:', 'smtps:']);
  if (url === null) return { kind: production ? 'none' : 'local' };
  const from = env.text('MAIL_FROM');
  if (from === null)
    env.problem('MAIL_FROM: required with SMTP_URL, for example "Errand <errand@example.org>"');
  return { kind: 'smtp', url, from: from ?? '' };
}

function readJwtKeys(env: EnvironmentReader): string | null {
  const text = env.text('JWT_KEYS');
  if (text === null) return null;
  const isSecret = !/^[[{]/.test(text);
  if (isSecret && Buffer.byteLength(text) < 32) {
    env.problem('JWT_KEYS: a shared secret needs at least 32 characters');
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
      'PASSWORD_COMMON: "allow" is only for trying things out on your own computer. In production it would make accounts easy to guess. Remove it',
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

const isOwnMachine = ({ hostname }: URL): boolean => isLoopback(hostname) || hostname.endsWith('.localhost');
