import { describe, expect, it } from 'vitest';
import { help, parseCommand, UsageError } from './parse-command.ts';

const inputOf = (...argv: string[]) => parseCommand(argv)?.input;

describe('a command', () => {
  it.each([
    [['create-codes', '--credits', '50'], { credits: 50 }],
    [
      ['create-codes', '--credits', '50', '--count', '3', '--uses', '9', '--note', 'Fair'],
      { credits: 50, count: 3, uses: 9, note: 'Fair' },
    ],
    [['list-codes', '--all'], { all: true }],
    [['revoke-code', 'AAAA-BBBB'], { code: 'AAAA-BBBB' }],
    [['grant-credits', 'a@example.org', '20'], { person: 'a@example.org', amount: 20 }],
    [
      ['set-tier', 'a@example.org', 'premium', '--allowance', '500'],
      { person: 'a@example.org', tier: 'premium', allowance: 500 },
    ],
    [['delete-user', 'a@example.org', '--yes'], { person: 'a@example.org' }],
    [['backup', '/saved', '--without-bucket'], { folder: '/saved', withoutBucket: true }],
    [['backup', '--to', 's3://host/bucket/monday'], { folder: 's3://host/bucket/monday' }],
    [['restore', '/saved', '--erased', 'none'], { folder: '/saved', erased: 'none' }],
    [['rehearse', '/saved', '--in', '/room'], { folder: '/saved', in: '/room' }],
    [['after-restore'], {}],
    [['doctor'], { ai: false, pictures: false }],
    [['doctor', '--ai', '--pictures', '--json'], { ai: true, pictures: true }],
    [['sql', '--file', 'tables.sql'], { file: 'tables.sql' }],
    [['totals', '--json'], {}],
  ])('%j requests %j', (argv, input) => {
    expect(inputOf(...argv)).toEqual(input);
  });

  it('reads a date as its end, and a time unchanged', () => {
    const expires = (when: string) => inputOf('grant-credits', 'a', '1', '--expires', when)?.['expires_at'];
    expect(expires('2027-12-31')).toBe('2028-01-01T00:00:00.000Z');
    expect(expires('2027-12-31T10:00:00Z')).toBe('2027-12-31T10:00:00.000Z');
    expect(expires('soon')).toBe('soon');
  });

  it.each([
    [['make-coffee'], /Unknown command: "make-coffee"/],
    [['toString'], /Unknown command/],
    [['grant-credits', 'a@example.org'], /Usage: grant-credits/],
    [['totals', 'everything'], /Usage: totals/],
    [['backup'], /Usage: backup/],
    [['backup', '/saved', '--to', 's3://host/bucket/monday'], /Usage: backup/],
    [['list-codes', '--everything'], /--everything.*\nUsage: list-codes/s],
    [['create-codes', '--credits'], /Usage: create-codes/],
    [['delete-user', 'a@example.org'], /can't be undone.*--yes/s],
  ])('%j is refused with the usage', (argv, message) => {
    expect(() => parseCommand(argv)).toThrow(UsageError);
    expect(() => parseCommand(argv)).toThrow(message);
  });

  it.each([[[]], [['help']], [['--help']]])('%j requests help', (argv) => {
    expect(parseCommand(argv)).toBeNull();
    expect(help()).toContain('grant-credits <email, phone or id> <amount>');
  });
});
