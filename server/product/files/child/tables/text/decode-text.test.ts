import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const CITIES = 'city,sold\nMünchen,12\nKöln,7\nŁódź,3\nZürich,9\n';

it('reads a UTF-8 file that was cut in the middle of a character, and says so', () => {
  const cut = Buffer.concat([Buffer.from(`${CITIES}K`), Buffer.from([0xc3])]);
  expect(decodeText(cut)).toEqual({ text: `${CITIES}K\ufffd`, encoding: 'utf-8', unreadable: 1 });
});

it('reads a UTF-8 file with a few bytes of something else', () => {
  const text = CITIES.repeat(20);
  const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a]), Buffer.from(text)]);
  expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8', unreadable: 1 });
  expect(decodeText(damaged)?.text).toContain('München');
});

it('takes no Windows file for damaged UTF-8', () => {
  const text = 'city,sold\nMünchen,12\nKöln,7\nDüsseldorf,9\nGöttingen,4\n'.repeat(5);
  expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, encoding: 'windows-1252', unreadable: 0 });
});

it.each([
  [
    'windows-1251',
    'c3eef0eee43bd1f3ecece00acceef1eae2e03b31203233342c35300acae0e7e0edfc3b3230302c30300ad2f3ebe03b3330302c30300a',
    'Город;Сумма\nМосква;1 234,50\nКазань;200,00\nТула;300,00\n',
  ],
  [
    'windows-1251',
    'ccb3f1f2ee3bd1f3ece00acae8bfe23b31203233342c35300acbfce2b3e23b3230302c30300ad7e5f0edb3e2f6b33b3330302c30300a',
    'Місто;Сума\nКиїв;1 234,50\nЛьвів;200,00\nЧернівці;300,00\n',
  ],
  [
    'windows-1253',
    'd0fcebe73bd0eff3fc0ac1e8deede13b312e3233342c35300ad0dcf4f1e13b3230302c30300a',
    'Πόλη;Ποσό\nΑθήνα;1.234,50\nΠάτρα;200,00\n',
  ],
  [
    'shift_jis',
    '935896bc2c8be08a7a0a938c8b9e93582c313233340a91e58de393582c3230300a96bc8cc389ae93582c3330300a959f89aa93582c35350a',
    '店名,金額\n東京店,1234\n大阪店,200\n名古屋店,300\n福岡店,55\n',
  ],
  [
    'windows-874',
    'e0c1d7cda72ca8d3b9c7b90aa1c3d8a7e0b7be2c313233340ae0aad5c2a7e3cbc1e82c3230300ac0d9e0a1e7b52c3330300a',
    'เมือง,จำนวน\nกรุงเทพ,1234\nเชียงใหม่,200\nภูเก็ต,300\n',
  ],
])('reads a few lines in %s by their words', (encoding, hex, text) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toEqual({ text, encoding, unreadable: 0 });
});

it.each(['Prix à payer;1\nÉté;2\nDépartement;3\nÀ côté;4\n', 'Año;España\nÓscar;1\n', 'Fête à Noël;É\n'])(
  'takes accents for no other script: %s',
  (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toMatchObject({ text, encoding: 'windows-1252' });
  },
);
