import { DOMParser, type Element } from '@xmldom/xmldom';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { IdentityError } from './identity.ts';

/** The parts of an identity provider's metadata that a sign-in needs. */
export interface SamlMetadata {
  readonly entityId: string;
  /** URL for the request as a query parameter (HTTP-Redirect binding). */
  readonly entryPoint: string;
  /** Base64 of each valid signing certificate. */
  readonly certificates: readonly string[];
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const MOST_BYTES = 1_000_000;
const TIMEOUT_MS = 8_000;

/** Fetches and parses the metadata at the configured URL. Throws IdentityError. */
export async function readSamlMetadata(address: string): Promise<SamlMetadata> {
  let text: string;
  try {
    const response = await fetch(address, { signal: timeoutSignal(TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`the metadata address answered ${response.status}`);
    text = await response.text();
  } catch (error) {
    throw new IdentityError('unavailable', 'Couldn’t read the metadata of the identity provider', error);
  }
  if (text.length > MOST_BYTES)
    throw new IdentityError('refused', 'The metadata of the identity provider is too long');
  return parseSamlMetadata(text);
}

function parseSamlMetadata(text: string): SamlMetadata {
  // Metadata never needs a DOCTYPE, and what it can declare (entities) is a known attack on XML parsers.
  if (/<!DOCTYPE/i.test(text)) throw new IdentityError('refused', 'The metadata declares a document type');
  const root = parse(text).documentElement;
  const entities = root === null ? [] : [root, ...all(root, METADATA, 'EntityDescriptor')];
  const entity = entities.find(
    (one) => one.localName === 'EntityDescriptor' && all(one, METADATA, 'IDPSSODescriptor').length > 0,
  );
  const role = entity && all(entity, METADATA, 'IDPSSODescriptor')[0];
  const service =
    role &&
    all(role, METADATA, 'SingleSignOnService').find((one) => one.getAttribute('Binding') === REDIRECT);
  const certificates = role
    ? all(role, METADATA, 'KeyDescriptor')
        .filter((key) => key.getAttribute('use') !== 'encryption')
        .flatMap((key) => all(key, SIGNATURE, 'X509Certificate'))
        .map((one) => (one.textContent ?? '').replace(/\s+/g, ''))
    : [];
  const [entityId, entryPoint] = [entity?.getAttribute('entityID'), service?.getAttribute('Location')];
  if (!entityId || !entryPoint || certificates.length === 0) {
    throw new IdentityError(
      'refused',
      'The metadata names no entity, no redirect address or no signing certificate',
    );
  }
  return { entityId, entryPoint, certificates };
}

function parse(text: string) {
  try {
    return new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message);
      },
    }).parseFromString(text, 'text/xml');
  } catch (error) {
    throw new IdentityError('refused', 'The metadata of the identity provider is not XML', error);
  }
}

function all(element: Element, namespace: string, name: string): Element[] {
  return [...element.getElementsByTagNameNS(namespace, name)];
}
