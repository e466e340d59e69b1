import { readFileSync } from 'node:fs';
import { refusals } from '../wire/auth-error.ts';

const MIN_CHARACTERS = 6;
/** Longer than any real password, and still cheap to hash. */
const MAX_BYTES = 1024;

/**
 * Common password words, one per line in lower case. They are often written with a few digits or with 0 for o, which
 * the rules below undo.
 */
const WORDS = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');

/** How many of the most frequent passwords in leaks that are long enough, most used first. */
const MOST_USED = 9_000;

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that somebody chooses: unpacking the list takes part of a start, and some memory. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const used = dictionary['passwords-common'].filter((password) => password.length >= MIN_CHARACTERS);
  return new Set([...WORDS.filter(Boolean), ...used.slice(0, MOST_USED)]);
}

/** Keyboard walks in one direction; the reverse is derived. */
const WALKS = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qwaszxerdfcvtyghbnuijk',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()_+',
  '1!2@3#4$5%6^7&8*9(0)',
];
const BOTH_WAYS = WALKS.flatMap((walk) => [walk, Array.from(walk).reverse().join('')]);

const LEET: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export interface PasswordOwner {
  /** Null if unknown here. */
  readonly email: string | null;
  /** Installation's name, which people like to use. */
  readonly brandName: string;
}

/** Whose password it is, and the installation's policy. */
export interface PasswordContext extends PasswordOwner {
  readonly commonPasswords: 'refuse' | 'allow';
}

/** Rejects with a refusal that has the reason if the password isn't acceptable. */
export async function assertAcceptablePassword(password: string, context: PasswordContext): Promise<void> {
  if (password === '') throw refusals.invalid('Signup requires a valid password');
  if (Buffer.byteLength(password) > MAX_BYTES || !password.isWellFormed()) {
    throw refusals.invalid(`Password must be well-formed text of at most ${MAX_BYTES} bytes`);
  }
  if (Array.from(password).length < MIN_CHARACTERS) {
    throw refusals.weakPassword(`Password should be at least ${MIN_CHARACTERS} characters.`, ['length']);
  }
  if (context.commonPasswords === 'refuse' && (await isCommonPassword(password, context))) {
    throw refusals.weakPassword('This password is too common. Please choose another.', ['pwned']);
  }
}

/** True if an attacker who knows the account and common passwords would try this one early. */
export async function isCommonPassword(
  password: string,
  { email, brandName }: PasswordOwner,
): Promise<boolean> {
  const lower = password.toLowerCase();
  if (isMonotonous(lower) || isWalk(lower)) return true;
  const address = email?.toLowerCase() ?? '';
  const own = new Set([address, address.split('@')[0] ?? '', brandName.toLowerCase()].filter(Boolean));
  common ??= readCommon();
  const words = await common;
  return spellings(lower).some((word) => words.has(word) || own.has(word));
}

/** Digits that could be a date, or fewer than three different characters. */
function isMonotonous(text: string): boolean {
  return /^\d{1,8}$/.test(text) || new Set(text).size < 3;
}

/** Keyboard walks, repeated or not: `qwertyuiop`, `87654321`, `qweqwe`. */
function isWalk(text: string): boolean {
  const unit = repeatedUnit(text);
  return unit.length >= 3 && BOTH_WAYS.some((walk) => walk.includes(unit));
}

/** Variants without common decorations: `P@ssw0rd2024!` is `password`. */
function spellings(text: string): string[] {
  const bare = [
    text,
    text.replace(/^[^a-z]{1,4}/, ''),
    withoutEnding(text),
    withoutEnding(text.replace(/^[^a-z]{1,4}/, '')),
  ];
  const plain = bare.flatMap((word) => {
    const letters = word.replace(/[03457@$!]/g, (char) => LEET[char] ?? char);
    return [word, letters, letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')];
  });
  return plain.flatMap((word) => [word, repeatedUnit(word), withoutEnding(repeatedUnit(word))]);
}

/** Strips up to four digits or signs, a year with a sign, or a count from one. */
function withoutEnding(text: string): string {
  return text.replace(/(?:(?:19|20)\d\d|1234567890|123456789|1234567|123456|12345)?[^a-z]{0,4}$/, '');
}

/** `lovelove` is `love` twice. */
function repeatedUnit(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? text;
}
