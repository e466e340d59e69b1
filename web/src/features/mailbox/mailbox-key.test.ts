import { expect, test } from 'vitest';
import { keyIn } from './mailbox-key.ts';

const KEY = 'q8Zk3-T_vB2mN5xR7yL0wQ1e';

test.each([
  [KEY, KEY],
  [`  ${KEY}\n`, KEY],
  [`http://localhost:3000/mailbox#key=${KEY}`, KEY],
  [`http://localhost:3000/mailbox?to=ada%40example.org#key=${KEY}`, KEY],
  [`#key=${KEY}`, KEY],
  ['', null],
  ['http://localhost:3000/mailbox', null],
  ['http://localhost:3000/mailbox#key=', null],
  ['#key=<script>alert(1)</script>', null],
])('reads from %j the key %j', (text, key) => {
  expect(keyIn(text)).toBe(key);
});
