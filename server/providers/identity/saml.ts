import { createHash } from 'node:crypto';
import { type SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { z } from 'zod';
import { type Clock, systemClock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { type ExternalPerson, IdentityError, type IdentityProvider, isAtDomain } from './identity.ts';
import { asIdentityError } from './identity-failure.ts';
import { readSamlMetadata, type SamlMetadata } from './read-saml-metadata.ts';
import { SamlByClock } from './saml-by-clock.ts';
import { asSamlRefusal, mayBeNewKey } from './saml-failure.ts';

export interface SamlProviderOptions {
  readonly name: string;
  /** The company's domain: its identity provider is only trusted for addresses there. */
  readonly domain: string;
  readonly metadataUrl: string;
  /** This installation's SAML entity id: the URL of its metadata. */
  readonly entityId: string;
  readonly log: Log;
  /** By which assertions are valid yet, or no longer. */
  readonly clock?: Clock;
}

const REREAD_MS = 24 * 3_600_000;
/** While the URL doesn't answer, or signatures don't fit, sign-ins wait for it at most this often. */
const RETRY_MS = 15 * 60_000;
const CLOCK_SKEW_MS = 60_000;
/** Attribute names that providers use for address and name, in small letters. */
const EMAIL = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME = ['displayname', 'name', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'];
const GIVEN_NAME = [
  'givenname',
  'firstname',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
];
const SURNAME = [
  'sn',
  'surname',
  'lastname',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
];
/** Last, because it is the login name at Microsoft. */
const LOGIN_NAME = ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'];
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** SP-initiated SAML 2.0 with a posted response, implemented by node-saml, which only reads signed content. */
export function createSamlProvider(options: SamlProviderOptions): IdentityProvider {
  const { clock = systemClock } = options;
  const metadata = keepMetadata(options);

  function client(found: SamlMetadata, state: string, redirectUri: string): SAML {
    const requestId = requestIdOf(state);
    return new SamlByClock(clock, {
      issuer: options.entityId,
      audience: options.entityId,
      callbackUrl: redirectUri,
      entryPoint: found.entryPoint,
      idpIssuer: found.entityId,
      idpCert: [...found.certificates],
      wantAssertionsSigned: true,
      // Signing the response as well is optional for providers; only the assertion is read.
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      generateUniqueId: () => requestId,
      cacheProvider: onlyThisRequest(requestId),
    });
  }

  async function personIn(
    found: SamlMetadata,
    { state, redirectUri, parameters }: Parameters<IdentityProvider['finish']>[0],
  ): Promise<ExternalPerson> {
    const saml = client(found, state, redirectUri);
    const SAMLResponse = parameters.get('SAMLResponse') ?? '';
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
      throw asSamlRefusal(error);
    });
    assertAnswerTo({ requestId: requestIdOf(state), recipient: redirectUri }, profile?.getAssertion?.());
    if (profile === null || profile.issuer !== found.entityId) {
      throw new IdentityError('refused', 'The answer is of another identity provider');
    }
    // A transient id would create a new account at each sign-in.
    if (!profile.nameID || profile.nameIDFormat === TRANSIENT) {
      throw new IdentityError(
        'refused',
        'The name ID is missing or transient; let the identity provider send a persistent one',
      );
    }
    const attributes = new Map(Object.entries(profile).map(([name, value]) => [name.toLowerCase(), value]));
    const email =
      textOf(attributes, EMAIL) ?? (profile.nameIDFormat === EMAIL_FORMAT ? profile.nameID : null);
    return personOf(found.entityId, profile.nameID, email, nameOf(attributes), options.domain);
  }

  return {
    name: options.name,
    domain: options.domain,
    isSaml: true,
    responseMode: 'form_post',
    authorizationUrl: (request) =>
      asIdentityError(async () => {
        const saml = client(await metadata.read(), request.state, request.redirectUri);
        return new URL(await saml.getAuthorizeUrlAsync(request.state, undefined, {}));
      }),
    finish: (answer) =>
      asIdentityError(async () => {
        try {
          return await personIn(await metadata.read(), answer);
        } catch (error) {
          const renewed = mayBeNewKey(error) ? await metadata.readAgain() : null;
          if (renewed === null) throw error;
          return personIn(renewed, answer);
        }
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

interface KeptMetadata {
  /** Cached for a day; a stale copy is used while it can't be refreshed. */
  read(): Promise<SamlMetadata>;
  /** Null if it was read, or asked for, a short while ago. */
  readAgain(): Promise<SamlMetadata | null>;
}

function keepMetadata({ name, metadataUrl, log }: SamlProviderOptions): KeptMetadata {
  let kept: { readonly found: SamlMetadata; readonly until: number } | undefined;
  let askedAt = 0;

  async function read(): Promise<SamlMetadata> {
    if (kept && Date.now() < kept.until) return kept.found;
    askedAt = Date.now();
    try {
      const found = await readSamlMetadata(metadataUrl);
      kept = { found, until: Date.now() + REREAD_MS };
      return found;
    } catch (error) {
      if (!kept) throw error;
      log.warn("couldn't reload the metadata of an identity provider", { provider: name, error });
      kept = { ...kept, until: Date.now() + RETRY_MS };
      return kept.found;
    }
  }

  return {
    read,
    async readAgain() {
      if (!kept || Date.now() - askedAt < RETRY_MS) return null;
      kept = { ...kept, until: 0 };
      return read();
    },
  };
}

/** The assertion as parsed by node-saml: only what its signature covers. */
const signedAssertion = z.object({
  Assertion: z.object({
    Subject: z.array(
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            SubjectConfirmationData: z.array(
              z.object({
                $: z.object({ InResponseTo: z.string().optional(), Recipient: z.string().optional() }),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

/**
 * node-saml checks InResponseTo on the response, which isn't signed, and skips the check if the assertion has none:
 * an assertion from another sign-in could be wrapped in a response to this one. Nor does it check the assertion's
 * Recipient.
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
    throw new IdentityError(
      'refused',
      'The assertion isn’t for this login; its recipient must be the assertion consumer’s address',
    );
  }
}

/** Prefixed, because an XML id must not start with a digit. */
const requestIdOf = (state: string): string =>
  `_${createHash('sha256').update(state).digest('hex').slice(0, 40)}`;

/** Accepts only a response to this browser's request, whose id is derived from the state. */
function onlyThisRequest(requestId: string) {
  const value = new Date().toISOString();
  return {
    saveAsync: async () => ({ value, createdAt: Date.now() }),
    getAsync: async (key: string) => (key === requestId ? value : null),
    removeAsync: async (key: string | null) => key,
  };
}

function nameOf(attributes: ReadonlyMap<string, unknown>): string | null {
  const parts = [textOf(attributes, GIVEN_NAME), textOf(attributes, SURNAME)].filter((part) => part !== null);
  return textOf(attributes, NAME) ?? (parts.join(' ') || textOf(attributes, LOGIN_NAME));
}

function textOf(attributes: ReadonlyMap<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '' && first.length <= 255) return first;
  }
  return null;
}
