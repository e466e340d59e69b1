import { z } from 'zod';
import type { Transaction } from '#server/platform/db/database.ts';
import { adminEndpoint } from '../../admin/admin-endpoint.ts';
import { describeUser } from '../../admin/describe-user.ts';
import { passwordHashOf } from '../../admin/user-fields.ts';
import { writeAudit } from '../../audit.ts';
import type { AuthParts } from '../../auth-parts.ts';
import type { LinkType } from '../../proofs/auth-mail.ts';
import { type IssuedToken, issueToken, type OneTimeTokenType } from '../../proofs/one-time-tokens.ts';
import {
  findUserByEmail,
  insertUser,
  lockUserByEmail,
  type UserRow,
  updateUser,
} from '../../sessions/users.ts';
import { refusals } from '../../wire/auth-error.ts';
import { optionalMetadata, optionalText, readEmail, readMetadata } from '../../wire/request-input.ts';

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type Type = (typeof TYPES)[number];

const body = z.object({
  type: z.enum(TYPES),
  email: z.string(),
  password: optionalText,
  new_email: optionalText,
  data: optionalMetadata,
  redirect_to: optionalText,
});
type Input = z.infer<typeof body>;

interface Kind {
  readonly token: OneTimeTokenType;
  readonly link: LinkType;
  /** Columns that record the creation of the link. */
  readonly marks: readonly (
    | 'confirmation_sent_at'
    | 'invited_at'
    | 'recovery_sent_at'
    | 'email_change_sent_at'
  )[];
}

const KINDS: Readonly<Record<Type, Kind>> = {
  signup: { token: 'confirmation_token', link: 'signup', marks: ['confirmation_sent_at'] },
  invite: { token: 'confirmation_token', link: 'invite', marks: ['confirmation_sent_at', 'invited_at'] },
  magiclink: { token: 'recovery_token', link: 'magiclink', marks: ['recovery_sent_at'] },
  recovery: { token: 'recovery_token', link: 'recovery', marks: ['recovery_sent_at'] },
  email_change_current: {
    token: 'email_change_token_current',
    link: 'email_change',
    marks: ['email_change_sent_at'],
  },
  email_change_new: {
    token: 'email_change_token_new',
    link: 'email_change',
    marks: ['email_change_sent_at'],
  },
};

interface Made {
  readonly type: Type;
  readonly token: IssuedToken;
  readonly answer: Record<string, unknown>;
}

/**
 * POST /admin/generate_link: returns what a mail would contain, for an operator who delivers it another way. Sends no
 * mail.
 */
export const adminGenerateLink = adminEndpoint({
  method: 'POST',
  path: '/admin/generate_link',
  body,
  async handle({ body: input, url, now, context }, parts) {
    const target = parts.redirects.resolve(input.redirect_to || url.searchParams.get('redirect_to'));
    // Hash before the transaction, so as not to hold the row lock while hashing.
    const passwordHash = await passwordHashOf({ password: input.password }, readEmail(input.email), parts);
    const { type, token, answer } = await parts.database.transaction(async (tx) => {
      const made = await makeToken(tx, { input, passwordHash, now }, parts);
      await writeAudit(tx, { action: 'link_made', userId: made.userId, ip: context.ip, now });
      return made;
    });
    return Response.json({
      ...answer,
      action_link: parts.mail.linkTo(token, KINDS[type].link, target),
      email_otp: token.code,
      hashed_token: token.linkToken,
      verification_type: type,
      redirect_to: target,
    });
  },
});

async function makeToken(
  tx: Transaction,
  { input, passwordHash, now }: { input: Input; passwordHash: string | null; now: Date },
  parts: AuthParts,
): Promise<Made & { readonly userId: string }> {
  const email = readEmail(input.email);
  const known = await lockUserByEmail(tx, email);
  // A new user has nothing to sign in to yet: the link confirms the address as well.
  const type: Type = input.type === 'magiclink' && !known ? 'signup' : input.type;
  if (input.type === 'signup' && passwordHash === null)
    throw refusals.invalid('Signup requires a valid password');
  const user = known
    ? await prepareUnconfirmed(tx, type, { known, input, passwordHash, now })
    : await createFor(tx, type, { input, email, passwordHash, now });
  const address = await recordAddressChange(tx, type, { user, input, now });
  const token = await issueToken(tx, {
    userId: user.id,
    type: KINDS[type].token,
    address,
    flowStateId: null,
    now,
    secret: parts.codeSecret,
  });
  const marks = KINDS[type].marks.map((column) => [column, now]);
  const marked = await updateUser(tx, user.id, Object.fromEntries(marks), now);
  return { type, token, userId: user.id, answer: await describeUser(tx, marked) };
}

/**
 * Prepares an unconfirmed account for the link. A stranger may have created it, so its password is replaced by the
 * one given with the link, or removed: confirming must not activate the stranger's password.
 */
async function prepareUnconfirmed(
  tx: Transaction,
  type: Type,
  {
    known,
    input,
    passwordHash,
    now,
  }: { known: UserRow; input: Input; passwordHash: string | null; now: Date },
): Promise<UserRow> {
  if (type !== 'signup' && type !== 'invite') return known;
  if (known.email_confirmed_at !== null) throw refusals.emailExists();
  const metadata = readMetadata({ ...known.raw_user_meta_data, ...input.data });
  const changes = { encrypted_password: passwordHash, raw_user_meta_data: metadata };
  return updateUser(tx, known.id, changes, now);
}

async function createFor(
  tx: Transaction,
  type: Type,
  {
    input,
    email,
    passwordHash,
    now,
  }: { input: Input; email: string; passwordHash: string | null; now: Date },
): Promise<UserRow> {
  if (type !== 'signup' && type !== 'invite') throw refusals.unknownUser();
  const metadata = readMetadata(input.data);
  const user = await insertUser(tx, { email, passwordHash, metadata, confirmed: false, now });
  if (!user) throw refusals.emailExists();
  // Stored exactly as the operator gave it.
  return updateUser(tx, user.id, { raw_user_meta_data: metadata }, now);
}

/** Returns the address that the token proves; an address change is recorded first. */
async function recordAddressChange(
  tx: Transaction,
  type: Type,
  { user, input, now }: { user: UserRow; input: Input; now: Date },
): Promise<string> {
  const email = user.email ?? '';
  if (type !== 'email_change_current' && type !== 'email_change_new') return email;
  if (!input.new_email) throw refusals.invalid('new_email: required to change the address');
  const newEmail = readEmail(input.new_email);
  const holder = await findUserByEmail(tx, newEmail);
  if (holder && holder.id !== user.id) throw refusals.emailExists();
  // The second half of a pending change: what was already proved is kept.
  if (user.email_change === newEmail) return type === 'email_change_new' ? newEmail : email;
  await updateUser(
    tx,
    user.id,
    { email_change: newEmail, email_change_confirm_status: email === '' ? 1 : 2 },
    now,
  );
  return type === 'email_change_new' ? newEmail : email;
}
