// The certificate library wants it loaded first.
import 'reflect-metadata';
import { randomUUID, webcrypto } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { X509CertificateGenerator } from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

export interface SamlPerson {
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly email?: string;
  readonly name?: string;
}

/** What the next answers get wrong. */
export type SamlFault =
  | 'none'
  | 'unsigned'
  | 'foreign-key'
  | 'wrapped'
  | 'comment'
  | 'wrong-audience'
  | 'wrong-issuer'
  | 'expired'
  | 'other-request'
  | 'unsolicited'
  /** Another request's assertion would look like this: the signed part names none, the envelope this one. */
  | 'unbound-assertion';

export interface SamlSimulator {
  readonly metadataUrl: string;
  setPerson(person: SamlPerson): void;
  setFault(fault: SamlFault): void;
  setMetadata(text: string | null): void;
  /** What a person's browser does there: reads the request from the address and gets a form to post. */
  signIn(address: string): Promise<{ readonly action: string; readonly form: URLSearchParams }>;
  close(): Promise<void>;
}

interface SigningKey {
  readonly pem: string;
  readonly certificate: string;
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
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

/** An identity provider of a company: metadata over HTTP, answers to requests as signed forms. */
export async function startSamlSimulator(): Promise<SamlSimulator> {
  const [own, foreign] = [await newKey(), await newKey()];
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
    const key = fault === 'foreign-key' ? foreign : own;
    const assertion = assertionOf({ person, url, fault, requestId, acs, audience });
    const signed = fault === 'unsigned' ? assertion : sign(assertion, key);
    if (fault !== 'wrapped') return responseOf({ url, fault, requestId, acs }, signed);
    // The signed assertion stays in the document, but another one stands where a careless reader looks first.
    const forged = assertionOf({
      person: { nameId: 'admin', email: 'boss@corp.example' },
      url,
      fault,
      requestId,
      acs,
      audience,
    });
    return responseOf(
      { url, fault, requestId, acs },
      `${forged}<Extensions xmlns="urn:oasis:names:tc:SAML:2.0:protocol">${signed}</Extensions>`,
    );
  }

  return {
    metadataUrl: `${url}/metadata`,
    setPerson: (next) => void (person = next),
    setFault: (next) => void (fault = next),
    setMetadata: (text) => void (metadata = text),
    async signIn(address) {
      const query = new URL(address).searchParams;
      const request = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();
      const read = (pattern: RegExp): string => pattern.exec(request)?.[1] ?? '';
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

interface AnswerFacts {
  readonly url: string;
  readonly fault: SamlFault;
  readonly requestId: string;
  readonly acs: string;
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function inResponseTo({ fault, requestId }: AnswerFacts): string {
  if (fault === 'unsolicited') return '';
  return ` InResponseTo="${fault === 'other-request' ? `_${randomUUID()}` : requestId}"`;
}

function responseOf(facts: AnswerFacts, inner: string): string {
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${facts.acs}"${inResponseTo(facts)}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.url}/entity</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`;
}

function assertionOf(facts: AnswerFacts & { person: SamlPerson; audience: string }): string {
  const { person, url, fault, acs } = facts;
  const ends = at(fault === 'expired' ? -600 : 300);
  const audience = fault === 'wrong-audience' ? 'https://other.example/metadata' : facts.audience;
  const issuer = fault === 'wrong-issuer' ? 'https://other.example/entity' : `${url}/entity`;
  const nameId = fault === 'comment' ? `${person.nameId}<!---->.evil` : person.nameId;
  const attribute = (name: string, value: string | undefined): string =>
    value === undefined
      ? ''
      : `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${person.nameIdFormat ?? PERSISTENT}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${acs}"${fault === 'unbound-assertion' ? '' : inResponseTo(facts)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-700)}" NotOnOrAfter="${ends}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('email', person.email)}${attribute('displayName', person.name)}</saml:AttributeStatement></saml:Assertion>`;
}

function sign(assertion: string, key: SigningKey): string {
  const signer = new SignedXml({
    privateKey: key.pem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signer.computeSignature(assertion, {
    location: { reference: "//*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port');
  return address.port;
}
