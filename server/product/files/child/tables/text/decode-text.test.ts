import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const CITIES = 'city,sold\nMünchen,12\nKöln,7\nŁódź,3\nZürich,9\n';

it('reads a UTF-8 file truncated within a character, and reports it', () => {
  const cut = Buffer.concat([Buffer.from(`${CITIES}K`), Buffer.from([0xc3])]);
  expect(decodeText(cut)).toEqual({ text: `${CITIES}K\ufffd`, encoding: 'utf-8', unreadable: 1 });
});

it('reads a UTF-8 file with a few invalid bytes', () => {
  const text = CITIES.repeat(20);
  const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a]), Buffer.from(text)]);
  expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8', unreadable: 1 });
  expect(decodeText(damaged)?.text).toContain('München');
});

it('does not mistake a Windows file for damaged UTF-8', () => {
  const text = 'city,sold\nMünchen,12\nKöln,7\nDüsseldorf,9\nGöttingen,4\n'.repeat(5);
  expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, encoding: 'windows-1252', unreadable: 0 });
});

it.each([
  [
    'shift_jis',
    '935896bc2c8be08a7a2c94f58d6c0a938c8b9e8ea9935d8ed48f43979d2c2234382c303030897e222c9594956982f08adc82de0a89a1956c83548343834e838b2c2236312c353030897e222c9594956982cd95ca97bf8be082c582b70a',
    '店名,金額,備考\n東京自転車修理,"48,000円",部品を含む\n横浜サイクル,"61,500円",部品は別料金です\n',
  ],
  [
    'windows-1251',
    'd3eef0eee42ccbfee4e82ccff0e8ece5f7e0ede8e50acceef1eae2e02c31332cf1f2eeebe8f6e020d0eef1f1e8e90acae0e7e0edfc2c312ce3eef0eee420ede020c2eeebe3e50a',
    'Уород,Люди,Примечание\nМосква,13,столица Россий\nКазань,1,город на Волге\n',
  ],
])('reads %s if its letters are frequent enough', (encoding, hex, text) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toEqual({ text, encoding, unreadable: 0 });
});

/** Writes one byte a letter. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_byte, at) => [decoder.decode(Uint8Array.of(at)), at]));
  return Buffer.from(text.split('').map((letter) => bytes.get(letter) ?? expect.fail(letter)));
}

it.each([
  ['windows-1251', 'Имя;Сумма\nАнна;5\n'],
  ['windows-1251', 'Месяц;Доход;Город\nянварь;100;Москва\nфевраль;200;«Казань»\nмарт;№ 3;ОАО «Омск»\n'],
  ['windows-1251', 'Дата;Сума;Град\n1;2;София\n2;3;Стара Загора\n'],
  ['windows-1251', 'Місяць;Сума\nсічень;100\nлютий;200\nберезень;300\n'],
  ['windows-1251', 'товар;цена\nхлеб;20\n'],
  ['koi8-r', 'Месяц;Доход;Город\nянварь;100;Москва\nфевраль;200;Казань\nмарт;300;Омск\n'],
  ['iso-8859-5', 'Месяц;Доход;Город\nянварь;100;Москва\nфевраль;200;Казань\nмарт;300;Омск\n'],
  ['windows-1253', 'Μήνας;Ποσό\nΙανουάριος;100\nΦεβρουάριος;200\n'],
  ['windows-1255', 'חודש;סכום\nינואר;100\nפברואר;200\n'],
  ['windows-1256', 'الشهر;المبلغ\nيناير;100\nفبراير;200\n'],
])('reads a few words in %s', (encoding, text) => {
  expect(decodeText(encode(text, encoding))).toEqual({ text, encoding, unreadable: 0 });
});

it.each([
  'Straße;Größe\nMüllerstraße;100\nÄäöüÄ;200\n',
  'Année;Période\nété;100\nÎle d’Yeu;200 €\n',
  'Ålder;Å\nåäö;1\nÅÄÖ;2\nöå;3\n',
  'São João;maçã\nAçaí;1 000\nÓrgão;2\n',
  'Æ;Øl\nBlåbærgrød;5\nÆØÅ;6\n',
])('reads accents of a Latin text as before: %j', (text) => {
  expect(decodeText(encode(text, 'windows-1252'))).toMatchObject({ text, encoding: 'windows-1252' });
});

/** Too short for frequencies: the report names the encoding as a guess, and the words are unreadable. */
it.each([
  [
    'Japanese',
    '935896bc2c8be08a7a0a938c8b9e93582c313233340a91e58de393582c3230300a96bc8cc389ae93582c3330300a',
  ],
  [
    'Thai',
    'e0c1d7cda72ca8d3b9c7b90aa1c3d8a7e0b7be2c313233340ae0aad5c2a7e3cbc1e82c3230300ac0d9e0a1e7b52c3330300a',
  ],
])('reads a few words in %s as the Western Windows encoding', (_script, hex) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toMatchObject({ encoding: 'windows-1252', unreadable: 0 });
});

/** Cyrillic: a fifth of the bytes are zero. */
const RENTS = 'Місто;Оренда\nКиїв;640\nЛьвів;480\n';

it.each([
  ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  ['utf-16be', (text: string) => Buffer.from(text, 'utf16le').swap16()],
])('reads %s without a mark, in any script', (encoding, write) => {
  for (const text of [RENTS, CITIES, '店名,金額\n上海,640\n横浜,480\n'])
    expect(decodeText(write(text))).toEqual({ text, encoding, unreadable: 0 });
});

it('reads the Japanese of emails by its escapes', () => {
  const escaped = Buffer.from('flat,\u001b$B2HDB\u001b(B\n', 'latin1');
  expect(decodeText(escaped)).toEqual({ text: 'flat,家賃\n', encoding: 'iso-2022-jp', unreadable: 0 });
});

it.each([
  ['behind each cell', 'Month\0,Rent\0\nMay\0,640\0\n', 'Month,Rent\nMay,640\n', 4],
  ['before each line end', 'Month,Rent\0\nOctober,64\0\n', 'Month,Rent\nOctober,64\n', 2],
  ['up to a width', 'Ann\0\0\0\0,12\0\0\nBenedict,1234\n', 'Ann,12\nBenedict,1234\n', 6],
  ['instead of its end', `Month,Rent\nMay,640${'\0'.repeat(9)}`, 'Month,Rent\nMay,640', 9],
])('leaves out the zeros of a broken export, and counts them: %s', (_where, broken, text, unreadable) => {
  expect(decodeText(Buffer.from(broken))).toEqual({ text, encoding: 'utf-8', unreadable });
});

it('leaves them in what is mostly zeros', () => {
  expect(decodeText(Buffer.from(`Rent${'\0'.repeat(5)}`))?.text).toContain('\0');
});

it('normalises line ends', () => {
  expect(decodeText(Buffer.from('a\r\nb\rc\nd'))?.text).toBe('a\nb\nc\nd');
});

it.each(['Prix à payer;1\nÉté;2\nDépartement;3\nÀ côté;4\n', 'Año;España\nÓscar;1\n', 'Fête à Noël;É\n'])(
  'does not mistake accents for another script: %s',
  (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toMatchObject({ text, encoding: 'windows-1252' });
  },
);
