/** Option values as typed. */
type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A command line and the operator action of the same name that it maps to. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Number of words after the command's name. */
  readonly words: number;
  /** An option that may be given instead of a word. */
  readonly wordOption?: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' } | { readonly type: 'boolean' }>>;
  /** True if it can't be undone, so that `--yes` is required. */
  readonly isFinal?: boolean;
  toInput(words: readonly string[], values: Values): Record<string, unknown>;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-codes': {
    usage: 'create-codes --credits 50 [--count 10] [--uses 1] [--expires 2027-12-31] [--note "Newsletter"]',
    summary: 'Create redeem codes. They are shown only once. --uses says how many people can redeem each.',
    words: 0,
    options: { credits: text, count: text, uses: text, expires: text, note: text },
    toInput: (_words, { credits, count, uses, expires, note }) => ({
      credits: toNumber(credits),
      ...defined({ count: toNumber(count), uses: toNumber(uses), expires_at: toMoment(expires), note }),
    }),
  },
  'list-codes': {
    usage: 'list-codes [--all]',
    summary: 'List the codes that can still be redeemed, or all codes.',
    words: 0,
    options: { all: flag },
    toInput: (_words, { all }) => ({ all: all === true }),
  },
  'revoke-code': {
    usage: 'revoke-code <code or id>',
    summary: 'Revoke a code so that nobody can redeem it any more.',
    words: 1,
    options: {},
    toInput: ([code]) => ({ code }),
  },
  'find-user': {
    usage: 'find-user <part of an email address or name, or a phone number or id>',
    summary: 'Show who someone is and how many credits they have.',
    words: 1,
    options: {},
    toInput: ([wanted]) => ({ text: wanted }),
  },
  'grant-credits': {
    usage: 'grant-credits <email, phone or id> <amount> [--expires 2027-12-31]',
    summary: 'Give someone credits. They never expire unless you set a date.',
    words: 2,
    options: { expires: text },
    toInput: ([person, amount], { expires }) => ({
      person,
      amount: toNumber(amount),
      ...defined({ expires_at: toMoment(expires) }),
    }),
  },
  'set-tier': {
    usage: 'set-tier <email, phone or id> free|start|pro|premium [--allowance 500]',
    summary: 'Give someone a plan without payment, with a monthly allowance. Use free to take it back.',
    words: 2,
    options: { allowance: text },
    toInput: ([person, tier], { allowance }) => ({
      person,
      tier,
      ...defined({ allowance: toNumber(allowance) }),
    }),
  },
  'end-sessions': {
    usage: 'end-sessions <email, phone or id>',
    summary: 'Sign someone out of all devices right away.',
    words: 1,
    options: {},
    toInput: ([person]) => ({ person }),
  },
  'delete-user': {
    usage: 'delete-user <email, phone or id> --yes',
    summary: 'Permanently delete an account and everything in it.',
    words: 1,
    options: { yes: flag },
    isFinal: true,
    toInput: ([person]) => ({ person }),
  },
  reconcile: {
    usage: 'reconcile',
    summary:
      "Check that the ledger, the credits shown and the runs charged agree. Exits with code 1 if they don't.",
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  backup: {
    usage: 'backup <new folder>|--to s3://HOST/BUCKET/FOLDER [--without-bucket]',
    summary:
      'Back up the database, the files and the keys, to the disk or straight into a bucket. The server can keep running. --without-bucket leaves out files in STORAGE_URL.',
    words: 1,
    wordOption: 'to',
    options: { to: text, 'without-bucket': flag },
    toInput: ([folder], { to, 'without-bucket': withoutBucket }) => ({
      folder: to ?? folder,
      ...(withoutBucket === true && { withoutBucket }),
    }),
  },
  restore: {
    usage: 'restore <backup folder or s3:// address> --erased <list of erased accounts>|none',
    summary: 'Restore a backup into an empty DATA_DIR. Checks that every byte is unchanged first.',
    words: 1,
    options: { erased: text },
    toInput: ([folder], { erased }) => ({ folder, ...defined({ erased }) }),
  },
  rehearse: {
    usage:
      'rehearse <backup folder or s3:// address> [--in <folder with room>] [--database <URL of an empty database>]',
    summary:
      'Restore a backup beside the installation, check its ledger and files, and remove it again. Exits with code 1 if anything is wrong. --database is for backups of a PostgreSQL server.',
    words: 1,
    options: { in: text, database: text },
    toInput: ([folder], { in: beside, database }) => ({ folder, ...defined({ in: beside, database }) }),
  },
  'after-restore': {
    usage: 'after-restore --erased <list of erased accounts>|none',
    summary:
      'Run this after pg_restore. Before it serves, the next start reconciles what happened since the backup.',
    words: 0,
    options: { erased: text },
    toInput: (_words, { erased }) => defined({ erased }),
  },
  'check-files': {
    usage: 'check-files',
    summary:
      'Compare the store for files with the database, as happens every night. Exits with code 1 if a file is missing.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  'move-files': {
    usage: 'move-files',
    summary:
      'Move all files from STORAGE_OTHER_URL to STORAGE_URL while people work. Can be stopped and run again.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  migrate: {
    usage: 'migrate',
    summary: 'Update the database to this version without starting the server.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  doctor: {
    usage: 'doctor [--ai [--pictures]]',
    summary:
      'Show what works here and what is wrong. Exits with code 1 if anything is wrong. --ai makes a small call to each model with your key; --pictures also generates a picture.',
    words: 0,
    options: { ai: flag, pictures: flag },
    toInput: (_words, { ai, pictures }) => ({ ai: ai === true, pictures: pictures === true }),
  },
  sql: {
    usage: 'sql --file tables.sql',
    summary: 'Run your own SQL as the database user. With the embedded database, stop the server first.',
    words: 0,
    options: { file: text },
    toInput: (_words, { file }) => defined({ file }),
  },
  totals: {
    usage: 'totals',
    summary: 'Show totals: how many accounts, tasks, credits and so on.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
};

/** Drops undefined values, so that the action's defaults apply. */
function defined(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** NaN for anything but a number, which the action then rejects. */
function toNumber(typed: string | boolean | undefined): number | undefined {
  return typed === undefined ? undefined : Number(typed);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A date lasts until its end (UTC). Anything that isn't a time is passed on unchanged, to be rejected. */
function toMoment(typed: string | boolean | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const time = new Date(String(typed));
  if (Number.isNaN(time.getTime())) return String(typed);
  if (DAY.test(String(typed))) time.setUTCDate(time.getUTCDate() + 1);
  return time.toISOString();
}
