// The certificate library requires it to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface TestAuthority {
  readonly certificate: string;
  /** For a server of this name. */
  issue(host: string, options?: { readonly hasExpired?: boolean }): Promise<TestCertificate>;
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);

const newKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);

/** A certification authority of a test. */
export async function createAuthority(name: string): Promise<TestAuthority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: EC,
    notBefore: inDays(-10),
    notAfter: inDays(10),
    extensions: [new BasicConstraintsExtension(true)],
  });
  return {
    certificate: own.toString('pem'),
    issue: async (host, { hasExpired = false } = {}) => {
      const { publicKey, privateKey } = await newKeys();
      const certificate: X509Certificate = await X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: own.subject,
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: EC,
        notBefore: inDays(-9),
        notAfter: inDays(hasExpired ? -1 : 9),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      const key = await webcrypto.subtle.exportKey('pkcs8', privateKey);
      return { certificate: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
    },
  };
}
