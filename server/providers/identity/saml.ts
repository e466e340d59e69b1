import { createHash } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import { type ExternalPerson, IdentityError, type IdentityProvider, isAtDomain } from './identity.ts';
import { asIdentityError } from './identity-failure.ts';
import { readSamlMetadata, type SamlMetadata } from './read-saml-metadata.ts';

export interface SamlProviderOptions {
  readonly name: string;
  /** The company's own: an identity provider speaks for addresses at this domain and for no others. */
  readonly domain: string;
  readonly metadataUrl: string;
  /** How this installation calls itself to identity providers: the address of its own metadata. */
  readonly entityId: string;
  readonly log: Log;
}

const REREAD_MS = 24 * 3_600_000;
/** While the address does not answer, nobody who signs in waits for it more often than this. */
const RETRY_MS = 15 * 60_000;
const CLOCK_SKEW_MS = 60_000;
/** Names under which providers send an address and a name. */
const EMAIL = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
];
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** SAML 2.0, begun by us, answered by a posted form. The protocol is node-saml's, which reads only what was signed. */
export function createSamlProvider(options: SamlProviderOptions): IdentityProvider {
  const metadata = keepMetadata(options);

  async function client(state: string, redirectUri: string): Promise<{ saml: SAML; found: SamlMetadata }> {
    const found = await metadata();
    const requestId = requestIdOf(state);
    const saml = new SAML({
      issuer: options.entityId,
      audience: options.entityId,
      callbackUrl: redirectUri,
      entryPoint: found.entryPoint,
      idpIssuer: found.entityId,
      idpCert: [...found.certificates],
      wantAssertionsSigned: true,
      // Signing the envelope as well is some providers' choice; the assertion is what is read.
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      generateUniqueId: () => requestId,
      cacheProvider: onlyThisRequest(requestId),
    });
    return { saml, found };
  }

  return {
    name: options.name,
    domain: options.domain,
    isSaml: true,
    responseMode: 'form_post',
    authorizationUrl: (request) =>
      asIdentityError(async () => {
        const { saml } = await client(request.state, request.redirectUri);
        return new URL(await saml.getAuthorizeUrlAsync(request.state, undefined, {}));
      }),
    finish: ({ state, redirectUri, parameters }) =>
      asIdentityError(async () => {
        const { saml, found } = await client(state, redirectUri);
        const { profile } = await saml.validatePostResponseAsync({
          SAMLResponse: parameters.get('SAMLResponse') ?? '',
        });
        assertAnswerTo({ requestId: requestIdOf(state), recipient: redirectUri }, profile?.getAssertion?.());
        if (profile === null || profile.issuer !== found.entityId) {
          throw new IdentityError('refused', 'The answer is of another identity provider');
        }
        // A name that is new at each sign-in would make a new account each time.
        if (!profile.nameID || profile.nameIDFormat === TRANSIENT) {
          throw new IdentityError('refused', 'The identity provider sends no lasting name of the person');
        }
        const attributes = new Map(Object.entries(profile));
        const email =
          textOf(attributes, EMAIL) ?? (profile.nameIDFormat === EMAIL_FORMAT ? profile.nameID : null);
        return personOf(found.entityId, profile.nameID, email, textOf(attributes, NAME), options.domain);
      }),
    fromIdToken: null,
  };
}

function personOf(
  issuer: string,
  subject: string,
  email: string | null,
  name: string | null,
  domain: string,
): ExternalPerson {
  return {
    issuer,
    subject,
    email,
    emailVerified: isAtDomain(email, domain),
    name,
    pictureUrl: null,
    accessToken: null,
    refreshToken: null,
  };
}

/** Read once a day; an old copy serves while a newer one cannot be read. */
function keepMetadata({ name, metadataUrl, log }: SamlProviderOptions): () => Promise<SamlMetadata> {
  let kept: { readonly found: SamlMetadata; readonly until: number } | undefined;
  return async () => {
    if (kept && Date.now() < kept.until) return kept.found;
    try {
      const found = await readSamlMetadata(metadataUrl);
      kept = { found, until: Date.now() + REREAD_MS };
      return found;
    } catch (error) {
      if (!kept) throw error;
      log.warn('the metadata of an identity provider cannot be read again', { provider: name, error });
      kept = { ...kept, until: Date.now() + RETRY_MS };
      return kept.found;
    }
  };
}

/** The assertion as node-saml read it: what its signature covers, and nothing else. */
const signedAssertion = z.object({
  Assertion: z.object({
    Subject: z.array(
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            SubjectConfirmationData: z.array(
              z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string() }) }),
            ),
          }),
        ),
      }),
    ),
  }),
});

/**
 * node-saml compares what the envelope says, which nobody signed, and asks for nothing where the assertion is silent:
 * one that was given to somebody for another sign-in could be put into an envelope for this one. Nor does it ask to
 * which address the assertion was to be sent.
 */
function assertAnswerTo(
  { requestId, recipient }: { requestId: string; recipient: string },
  assertion: unknown,
): void {
  const confirmations = signedAssertion
    .parse(assertion)
    .Assertion.Subject.flatMap((subject) => subject.SubjectConfirmation)
    .flatMap((confirmation) => confirmation.SubjectConfirmationData);
  if (!confirmations.some(({ $ }) => $.InResponseTo === requestId && $.Recipient === recipient)) {
    throw new IdentityError('refused', 'The assertion does not answer this sign-in');
  }
}

/** An XML id must not begin with a digit. */
const requestIdOf = (state: string): string =>
  `_${createHash('sha256').update(state).digest('hex').slice(0, 40)}`;

/** The answer must be to the request that this very browser made; which one follows from its state. */
function onlyThisRequest(requestId: string) {
  const value = new Date().toISOString();
  return {
    saveAsync: async () => ({ value, createdAt: Date.now() }),
    getAsync: async (key: string) => (key === requestId ? value : null),
    removeAsync: async (key: string | null) => key,
  };
}

function textOf(attributes: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '' && first.length <= 255) return first;
  }
  return null;
}
