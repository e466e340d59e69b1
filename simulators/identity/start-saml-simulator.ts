// The certificate library requires it to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { X509CertificateGenerator } from '@peculiar/x509';
import {
  assertionOf,
  deniedOf,
  ENCRYPTED,
  responseOf,
  type SamlPerson,
  type SigningKey,
  sign,
} from './saml-documents.ts';
import { forge, isForgery, type SamlForgery } from './saml-forgeries.ts';

/** Fault in the next responses. */
export type SamlFault =
  | 'none'
  | 'unsigned'
  | 'foreign-key'
  | 'comment'
  | 'wrong-audience'
  | 'wrong-recipient'
  | 'wrong-issuer'
  | 'expired'
  | 'other-request'
  | 'unsolicited'
  /** An assertion from another sign-in: the signed part names no request, the response names this one. */
  | 'unbound-assertion'
  /** A DOCTYPE with entities that expand exponentially. */
  | 'entities'
  /** As SimpleSAMLphp's `assertion.encryption` and Shibboleth's default send it, with a key that we don't have. */
  | 'encrypted'
  /** As Microsoft's, Okta's and SimpleSAMLphp's option "sign the response" alone sends it. */
  | 'only-response-signed'
  /** The person cancelled, or isn't allowed in (SAML core, 3.2.2.2). Keycloak and SimpleSAMLphp don't sign it. */
  | 'denied'
  | SamlForgery;

export interface SamlSimulator {
  readonly metadataUrl: string;
  setPerson(person: SamlPerson): void;
  setFault(fault: SamlFault): void;
  setMetadata(text: string | null): void;
  /** Signs with a new key from now on, which the metadata names. */
  changeKey(): Promise<void>;
  /** Acts as the browser: reads the request from the URL and returns the form to post. */
  signIn(address: string): Promise<{ readonly action: string; readonly form: URLSearchParams }>;
  close(): Promise<void>;
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

async function newKey(): Promise<SigningKey> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=simulator',
    keys,
    signingAlgorithm: RSA,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    pem: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`,
    certificate: Buffer.from(certificate.rawData).toString('base64'),
  };
}

/** A company's identity provider: metadata over HTTP, and signed responses to requests as forms. */
export async function startSamlSimulator(): Promise<SamlSimulator> {
  let own = await newKey();
  const foreign = await newKey();
  let person: SamlPerson = { nameId: 'p1', email: 'ada@corp.example', name: 'Ada' };
  let fault: SamlFault = 'none';
  let metadata: string | null = null;
  let url = '';

  const describe =
    (): string => `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${url}/entity">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${own.certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sign-in"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(metadata ?? describe());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server.address())}`;

  function answer(requestId: string, acs: string, audience: string): string {
    const facts = { url, fault, requestId, acs };
    const assertion = assertionOf({ ...facts, person, audience });
    if (isForgery(fault)) {
      const boss = { nameId: 'admin', email: 'boss@corp.example' };
      return forge(fault, {
        assertion,
        forged: (id) => assertionOf({ ...facts, person: boss, audience, ...(id !== undefined && { id }) }),
        envelope: (inner) => responseOf(facts, inner),
        own,
        foreign,
      });
    }
    if (fault === 'denied') return deniedOf(facts);
    if (fault === 'encrypted') return responseOf(facts, ENCRYPTED);
    if (fault === 'only-response-signed') return sign(responseOf(facts, assertion), own, 'Response');
    const key = fault === 'foreign-key' ? foreign : own;
    const signed = fault === 'unsigned' ? assertion : sign(assertion, key);
    return responseOf(facts, signed);
  }

  return {
    metadataUrl: `${url}/metadata`,
    setPerson: (next) => void (person = next),
    setFault: (next) => void (fault = next),
    setMetadata: (text) => void (metadata = text),
    async changeKey() {
      own = await newKey();
    },
    async signIn(address) {
      const query = new URL(address).searchParams;
      const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
      const read = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
      assertRecent(read(/ IssueInstant="([^"]+)"/));
      const acs = read(/AssertionConsumerServiceURL="([^"]+)"/);
      const xml = answer(read(/ ID="([^"]+)"/), acs, read(/<saml:Issuer[^>]*>([^<]+)</));
      const form = new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: query.get('RelayState') ?? '',
      });
      return { action: acs, form };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** In UTC, and canonical: a fraction of a second must not end in 0. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,11}[1-9])?Z$/;
/** Milliseconds. */
const SKEW = 180_000;
const LIFETIME = 180_000;

/**
 * As the strictest do. SAML 2.0 core says that times are in UTC (1.3.3), and nothing about how old a request may be.
 * SimpleSAMLphp refuses other forms of `xs:dateTime` (`DateTimeTrait` and `TimeTrait` of simplesamlphp/xml-common,
 * `SAMLDateTimeTrait` of simplesamlphp/saml2). Shibboleth refuses other times, three minutes of skew around a lifetime of
 * three (`MessageLifetimeSecurityHandler` of OpenSAML; `idp.policy.clockSkew`, `idp.policy.messageLifetime`). Entra ID
 * neither evaluates nor uses the value
 * (https://learn.microsoft.com/en-us/entra/identity-platform/single-sign-on-saml-protocol).
 */
function assertRecent(issued: string): void {
  if (!INSTANT.test(issued)) throw new Error(`the request has no canonical time: ${issued}`);
  const age = Date.now() - Date.parse(issued);
  if (age < -SKEW) throw new Error(`the request is of the future: ${issued}`);
  if (age > SKEW + LIFETIME) throw new Error(`the request has expired: ${issued}`);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return address.port;
}
