/** Option values as typed. */
type Values = Readonly<Record<string, string | boolean | undefined>>;

/** A command line and the operator action of the same name that it maps to. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Number of words after the command's name. */
  readonly words: number;
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
    summary: 'Make redeem codes, each for so many people. They are shown this once.',
    words: 0,
    options: { credits: text, count: text, uses: text, expires: text, note: text },
    toInput: (_words, { credits, count, uses, expires, note }) => ({
      credits: toNumber(credits),
      ...defined({ count: toNumber(count), uses: toNumber(uses), expires_at: toMoment(expires), note }),
    }),
  },
  'list-codes': {
    usage: 'list-codes [--all]',
    summary: 'Codes that can still be redeemed, or all.',
    words: 0,
    options: { all: flag },
    toInput: (_words, { all }) => ({ all: all === true }),
  },
  'revoke-code': {
    usage: 'revoke-code <code or id>',
    summary: 'From now on nobody redeems it.',
    words: 1,
    options: {},
    toInput: ([code]) => ({ code }),
  },
  'find-user': {
    usage: 'find-user <part of an address or a name, or a telephone number or id>',
    summary: 'Who somebody is, and how many credits they have.',
    words: 1,
    options: {},
    toInput: ([wanted]) => ({ text: wanted }),
  },
  'grant-credits': {
    usage: 'grant-credits <address, number or id> <amount> [--expires 2027-12-31]',
    summary: 'Give credits. They never expire unless you say so.',
    words: 2,
    options: { expires: text },
    toInput: ([person, amount], { expires }) => ({
      person,
      amount: toNumber(amount),
      ...defined({ expires_at: toMoment(expires) }),
    }),
  },
  'set-tier': {
    usage: 'set-tier <address, number or id> free|start|pro|premium [--allowance 500]',
    summary: 'A plan without payment, with an allowance each month; free takes it back.',
    words: 2,
    options: { allowance: text },
    toInput: ([person, tier], { allowance }) => ({
      person,
      tier,
      ...defined({ allowance: toNumber(allowance) }),
    }),
  },
  'end-sessions': {
    usage: 'end-sessions <address, number or id>',
    summary: 'Sign somebody out on all devices, at once.',
    words: 1,
    options: {},
    toInput: ([person]) => ({ person }),
  },
  'delete-user': {
    usage: 'delete-user <address, number or id> --yes',
    summary: 'Delete an account with everything in it, for good.',
    words: 1,
    options: { yes: flag },
    isFinal: true,
    toInput: ([person]) => ({ person }),
  },
  reconcile: {
    usage: 'reconcile',
    summary:
      'Check the books: the ledger, the credits shown, the runs charged. Exit code 1 if they are not sound.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  backup: {
    usage: 'backup <new folder>',
    summary: 'Copy the database, the files and the keys, also while the program runs.',
    words: 1,
    options: {},
    toInput: ([folder]) => ({ folder }),
  },
  restore: {
    usage: 'restore <folder of a backup> --erased <list of erased accounts>|none',
    summary: 'Put a backup into an empty DATA_DIR, if every byte is as it was written.',
    words: 1,
    options: { erased: text },
    toInput: ([folder], { erased }) => ({ folder, ...defined({ erased }) }),
  },
  'after-restore': {
    usage: 'after-restore --erased <list of erased accounts>|none',
    summary: 'After pg_restore: the next start reconciles what was done since the backup before it serves.',
    words: 0,
    options: { erased: text },
    toInput: (_words, { erased }) => defined({ erased }),
  },
  migrate: {
    usage: 'migrate',
    summary: 'Bring the database up to this version without a start.',
    words: 0,
    options: {},
    toInput: () => ({}),
  },
  doctor: {
    usage: 'doctor [--ai [--pictures]]',
    summary:
      'What is usable here and what is wrong. Exit code 1 if something is. --ai makes a small call to each model, with your key; --pictures has a picture made, too.',
    words: 0,
    options: { ai: flag, pictures: flag },
    toInput: (_words, { ai, pictures }) => ({ ai: ai === true, pictures: pictures === true }),
  },
  sql: {
    usage: 'sql --file tables.sql',
    summary:
      'Run SQL of your own as the user of the database. The embedded database takes it while the server is stopped.',
    words: 0,
    options: { file: text },
    toInput: (_words, { file }) => defined({ file }),
  },
  totals: {
    usage: 'totals',
    summary: 'How many of everything.',
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
