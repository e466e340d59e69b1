import { createCipheriv, createHash } from 'node:crypto';
import { assemble } from '../fixtures/make-pdf.ts';

const NO_IV = Buffer.alloc(16);
const KEY = Buffer.alloc(32, 0x5a);
/** Fixed, so that the file is the same each time: 8 bytes to check a password with, 8 to unwrap the key. */
const SALTS = {
  user: [Buffer.alloc(8, 1), Buffer.alloc(8, 2)],
  owner: [Buffer.alloc(8, 3), Buffer.alloc(8, 4)],
} as const;
const NO_USER = Buffer.alloc(0);

/**
 * A PDF of one page locked with AES-256 (ISO 32000-2, 7.6.4: revision 6). Without a user password anybody may open it,
 * but not print or copy from it.
 */
export function lockedPdf(words: string, { user, owner }: { user: string; owner: string }): Buffer {
  const content = Buffer.from(`BT /F1 11 Tf 60 780 Td (${words}) Tj ET`, 'latin1');
  const iv = Buffer.alloc(16, 7);
  const sealed = Buffer.concat([iv, aes(KEY, iv, content, { pads: true })]).toString('latin1');
  const u = wrapped(user, SALTS.user, NO_USER);
  const o = wrapped(owner, SALTS.owner, u.check);
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  const permissions = -3904;
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      `<< /Length ${sealed.length} >>\nstream\n${sealed}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Filter /Standard /V 5 /R 6 /Length 256 /P ${permissions} /U ${hex(u.check)} /UE ${hex(u.key)} /O ${hex(o.check)} /OE ${hex(o.key)} /Perms ${hex(permissionsOf(permissions))} /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF >>`,
    ],
    '/Root 1 0 R /Encrypt 6 0 R /ID [<00><00>]',
  );
}

/** The key of the file, wrapped in a password, and what the password is checked with. */
function wrapped(password: string, [check, wrap]: readonly [Buffer, Buffer], user: Buffer) {
  const word = Buffer.from(password);
  return {
    check: Buffer.concat([hashOf(word, check, user), check, wrap]),
    key: aes(hashOf(word, wrap, user), NO_IV, KEY),
  };
}

/** Algorithm 2.B of the standard. */
function hashOf(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let key = createHash('sha256')
    .update(Buffer.concat([password, salt, user]))
    .digest();
  for (let round = 0; ; round += 1) {
    const data = Buffer.concat(Array<Buffer>(64).fill(Buffer.concat([password, key, user])));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    );
    const sealed = Buffer.concat([cipher.update(data), cipher.final()]);
    const sum = sealed.subarray(0, 16).reduce((all, byte) => all + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][sum] ?? 'sha256')
      .update(sealed)
      .digest();
    if (round >= 63 && (sealed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function aes(key: Buffer, iv: Buffer, data: Buffer, { pads = false } = {}): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(pads);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

function permissionsOf(permissions: number): Buffer {
  const plain = Buffer.alloc(16, 0xff);
  plain.writeInt32LE(permissions, 0);
  plain.write('Tadb', 8, 'latin1');
  return createCipheriv('aes-256-ecb', KEY, null).setAutoPadding(false).update(plain);
}
