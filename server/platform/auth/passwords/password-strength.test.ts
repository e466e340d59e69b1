import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { assertAcceptablePassword, isCommonPassword } from './password-strength.ts';

const owner = { email: 'grace.hopper@navy.example', brandName: 'Chores', commonPasswords: 'refuse' as const };

test.each([
  '123456',
  '12345678',
  '123456789',
  '1234567890',
  '111111',
  '000000',
  '123123',
  '654321',
  '987654321',
  '121212',
  '666666',
  '696969',
  '112233',
  '159753',
  '010203',
  '19840612',
  '7777777',
  '11111111',
  'aaaaaa',
  'abababab',
  'qwerty',
  'qwertyuiop',
  'QWERTY123',
  'asdfgh',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsx',
  '1qaz2wsx',
  '1q2w3e4r',
  'q1w2e3r4',
  'qweqwe',
  'azerty',
  'poiuytrewq',
  'abcdef',
  'abc123',
  'abcd1234',
  'a1b2c3',
  '123abc',
  '123qwe',
  '1234qwer',
  'password',
  'Password',
  'PASSWORD1',
  'password123',
  'P@ssw0rd',
  'P@ssw0rd2024!',
  'passw0rd',
  'pa55word',
  'drowssap',
  'letmein',
  'welcome1',
  'admin123',
  'changeme',
  'secret',
  'iloveyou',
  'iloveyou1',
  'lovelove',
  'love1234',
  'dragon',
  'monkey',
  'shadow',
  'master',
  'superman',
  'batman',
  'trustno1',
  'starwars',
  'pokemon',
  'princess',
  'football',
  'baseball',
  'liverpool',
  'arsenal1',
  'yankees',
  'michael',
  'jennifer',
  'jordan23',
  'charlie1',
  'sunshine',
  'summer2024',
  'Winter2023!',
  'december',
  'chocolate',
  'cheese',
  'whatever',
  'mustang',
  'ferrari',
  'ncc1701',
  'thx1138',
  'bond007',
  'rush2112',
  '1password',
  '!password!',
  'hallo123',
  'motdepasse',
  'tequiero',
  'errand',
  'Errand1',
  'errands',
  'errand123',
  'Errand2026!',
  '3rrand',
  'myerrands',
  'errandapp',
])('%s is refused', async (password) => {
  expect(await isCommonPassword(password, owner)).toBe(true);
});

test('the 3,000 most used passwords of six or more characters are refused, and 6,000 more', async () => {
  const words = dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, 9_000);
  expect(words).toHaveLength(9_000);
  expect(words.slice(0, 10)).toContain('password');
  const anybody = { email: null, brandName: 'Errand' };
  const isCommon = await Promise.all(words.map((word) => isCommonPassword(word, anybody)));
  expect(words.filter((_word, index) => !isCommon[index])).toEqual([]);
});

// From various ranks of the 3,000 most leaked passwords, and in none of the lists above.
test.each([
  'gfhjkm',
  'ghbdtn',
  'nikita',
  'qwer1234',
  '123456a',
  '789456123',
  '147258369',
  'einstein',
  'maryjane',
  'thumper',
  'Disney1',
  'logitech',
  'spiderma',
])('a frequently leaked password is refused: %s', async (password) => {
  expect(await isCommonPassword(password, owner)).toBe(true);
});

test.each(['grace.hopper', 'Grace.Hopper1', 'grace.hopper@navy.example', 'chores', 'Chores2026', 'ch0res'])(
  'a password derived from the owner or the installation is refused: %s',
  async (password) => {
    expect(await isCommonPassword(password, owner)).toBe(true);
  },
);

test.each([
  'correct horse battery staple',
  'violet-kettle-9',
  'tr0ub4dor&3',
  'kXp2!vQz',
  'zebrafax',
  'wintermute-77',
  '8231949051',
  'sturdy lamp',
  'my dog ate 3 socks',
  'пароль-из-сада',
  '密码很长很安全',
  'Ganz#Sicher_4711',
])('%s is accepted', async (password) => {
  await expect(assertAcceptablePassword(password, owner)).resolves.toBeUndefined();
});

test('a common password is accepted where an operator allows it, a short one never', async () => {
  const trial = { ...owner, commonPasswords: 'allow' as const };
  await expect(assertAcceptablePassword('password123', trial)).resolves.toBeUndefined();
  await expect(assertAcceptablePassword('12345', trial)).rejects.toThrow('at least 6 characters');
});

describe('the length', () => {
  test('is counted in visible characters: 5 are refused, 6 accepted', async () => {
    await expect(assertAcceptablePassword('zebfx', owner)).rejects.toThrow(
      'Password should be at least 6 characters.',
    );
    await expect(assertAcceptablePassword('zebfxq', owner)).resolves.toBeUndefined();
    await expect(assertAcceptablePassword('🦓🐝🌱🔧🧊', owner)).rejects.toThrow('at least 6 characters');
  });

  test('may be 128 characters and more, but not unlimited', async () => {
    const sentence = 'a long sentence that somebody likes ';
    await expect(assertAcceptablePassword(sentence.repeat(4), owner)).resolves.toBeUndefined();
    await expect(assertAcceptablePassword(sentence.repeat(40), owner)).rejects.toThrow(/1024 bytes/);
  });
});

test('a refusal has its reason for the client', async () => {
  const refused = (password: string) => expect(assertAcceptablePassword(password, owner)).rejects;
  await refused('abc').toMatchObject({ status: 422, code: 'weak_password', weakPassword: ['length'] });
  await refused('iloveyou').toMatchObject({ status: 422, code: 'weak_password', weakPassword: ['pwned'] });
  await refused('').toMatchObject({ status: 400, code: 'validation_failed' });
  await refused('half \ud800 of a letter').toMatchObject({ status: 400, code: 'validation_failed' });
});
