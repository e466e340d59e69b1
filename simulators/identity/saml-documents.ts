import { randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

export interface SamlPerson {
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly email?: string;
  readonly name?: string;
  /** Sent instead of `email` and `displayName`. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface SigningKey {
  readonly pem: string;
  readonly certificate: string;
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

export interface AnswerFacts {
  readonly url: string;
  readonly fault: string;
  readonly requestId: string;
  readonly acs: string;
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function inResponseTo({ fault, requestId }: AnswerFacts): string {
  if (fault === 'unsolicited') return '';
  return ` InResponseTo="${fault === 'other-request' ? `_${randomUUID()}` : requestId}"`;
}

/** "Billion laughs": eight entities, each ten times the one before. */
const ENTITIES = `<!DOCTYPE bomb [<!ENTITY e0 "ha">${Array.from(
  { length: 8 },
  (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
).join('')}]>`;

export const ENCRYPTED =
  '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>';

const SUCCESS = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>';

export function deniedOf(facts: AnswerFacts): string {
  const status = 'urn:oasis:names:tc:SAML:2.0:status';
  return responseOf(facts, '').replace(
    SUCCESS,
    `<samlp:StatusCode Value="${status}:Responder"><samlp:StatusCode Value="${status}:RequestDenied"/></samlp:StatusCode>`,
  );
}

export function responseOf(facts: AnswerFacts, inner: string): string {
  return `${facts.fault === 'entities' ? ENTITIES : ''}<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${facts.acs}"${inResponseTo(facts)}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.url}/entity</saml:Issuer><samlp:Status>${SUCCESS}</samlp:Status>${inner}</samlp:Response>`;
}

export function assertionOf(
  facts: AnswerFacts & { person: SamlPerson; audience: string; id?: string },
): string {
  const { person, url, fault, acs } = facts;
  // Nothing earlier is vouched for: SAML core, 2.5.1.
  const [begins, ends] = fault === 'expired' ? [at(-700), at(-600)] : [at(0), at(300)];
  const audience = fault === 'wrong-audience' ? 'https://other.example/metadata' : facts.audience;
  const issuer = fault === 'wrong-issuer' ? 'https://other.example/entity' : `${url}/entity`;
  const recipient = fault === 'wrong-recipient' ? 'https://other.example/acs' : acs;
  const nameId = fault === 'comment' ? `${person.nameId}<!---->.evil` : person.nameId;
  const attribute = (name: string, value: string | undefined): string =>
    value === undefined
      ? ''
      : `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const attributes = Object.entries(person.attributes ?? { email: person.email, displayName: person.name })
    .map(([name, value]) => attribute(name, value))
    .join('');
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.id ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${person.nameIdFormat ?? PERSISTENT}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${recipient}"${fault === 'unbound-assertion' ? '' : inResponseTo(facts)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${begins}" NotOnOrAfter="${ends}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`;
}

export function sign(document: string, key: SigningKey, element = 'Assertion'): string {
  const signer = new SignedXml({
    privateKey: key.pem,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signer.computeSignature(document, {
    location: { reference: "//*[local-name(.)='Issuer']", action: 'after' },
  });
  return signer.getSignedXml();
}
