import { refusals } from '../wire/auth-error.ts';
import { noBody, openEndpoint } from '../wire/endpoint.ts';

/** GET /sso/saml/metadata: what an identity provider's operator configures about this installation. */
export const samlMetadata = openEndpoint({
  method: 'GET',
  path: '/sso/saml/metadata',
  body: noBody,
  async handle(_call, { identityProviders, settings: { authUrl } }) {
    if (!identityProviders.some(({ isSaml }) => isSaml)) throw refusals.samlDisabled();
    const address = escapeXml(`${authUrl}/sso/saml`);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${address}/metadata">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${address}/acs"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
    return new Response(xml, { headers: { 'Content-Type': 'application/samlmetadata+xml' } });
  },
});

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
