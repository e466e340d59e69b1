import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { refusals } from '../wire/auth-error.ts';

const MIN_CHARACTERS = 6;
/** Far beyond any password, and little enough to be hashed without a thought. */
const MAX_BYTES = 1024;

/**
 * Words that people choose most. Written so often with a few digits or with 0 for o that the rules below undo that; one
 * a line, in lower case.
 */
const WORDS = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');

/** Passwords that were found most often where many had leaked, the most used first, and as many of them. */
const MOST_USED = dictionary['passwords-common']
  .filter((password) => password.length >= MIN_CHARACTERS)
  .slice(0, 9_000);

const COMMON = new Set([...WORDS.filter(Boolean), ...MOST_USED]);

/** Ways over a keyboard, in one direction; the other is derived. */
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
  /** null: not known here. */
  readonly email: string | null;
  /** The installation's own name, which people like to use. */
  readonly brandName: string;
}

/** For whom a password is, and where. */
export interface PasswordContext extends PasswordOwner {
  readonly commonPasswords: 'refuse' | 'allow';
}

/** Throws a refusal that says what is wrong with the password. */
export function assertAcceptablePassword(password: string, context: PasswordContext): void {
  if (password === '') throw refusals.invalid('Signup requires a valid password');
  if (Buffer.byteLength(password) > MAX_BYTES || !password.isWellFormed()) {
    throw refusals.invalid(`Password must be well-formed text of at most ${MAX_BYTES} bytes`);
  }
  if (Array.from(password).length < MIN_CHARACTERS) {
    throw refusals.weakPassword(`Password should be at least ${MIN_CHARACTERS} characters.`, ['length']);
  }
  if (context.commonPasswords === 'refuse' && isCommonPassword(password, context)) {
    throw refusals.weakPassword(
      'This password is one of the first that others would try. Please choose a less common one.',
      ['pwned'],
    );
  }
}

/** Whether somebody who knows what people choose, and whose account it is, would try this among the first. */
export function isCommonPassword(password: string, { email, brandName }: PasswordOwner): boolean {
  const lower = password.toLowerCase();
  if (isMonotonous(lower) || isWalk(lower)) return true;
  const address = email?.toLowerCase() ?? '';
  const own = new Set([address, address.split('@')[0] ?? '', brandName.toLowerCase()].filter(Boolean));
  return spellings(lower).some((word) => COMMON.has(word) || own.has(word));
}

/** Digits that could be a date, or hardly any different characters. */
function isMonotonous(text: string): boolean {
  return /^\d{1,8}$/.test(text) || new Set(text).size < 3;
}

/** `qwertyuiop`, `87654321`, `qweqwe`: a walk, or one that is repeated. */
function isWalk(text: string): boolean {
  const unit = repeatedUnit(text);
  return unit.length >= 3 && BOTH_WAYS.some((walk) => walk.includes(unit));
}

/** The text without its ornaments: `P@ssw0rd2024!` is `password`. */
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

/** Without up to four digits or signs, a year with a sign, or a count from one. */
function withoutEnding(text: string): string {
  return text.replace(/(?:(?:19|20)\d\d|1234567890|123456789|1234567|123456|12345)?[^a-z]{0,4}$/, '');
}

/** `lovelove` is `love` twice. */
function repeatedUnit(text: string): string {
  return /^(.+?)\1+$/s.exec(text)?.[1] ?? text;
}
