import { noBody, openEndpoint } from '../wire/endpoint.ts';

/** Sign-in providers that clients know by name. */
const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
] as const;

/** GET /settings: the available ways to sign in. */
export const settings = openEndpoint({
  method: 'GET',
  path: '/settings',
  body: noBody,
  async handle(_call, { identityProviders, texts, settings: { anonymousSignIn, signUp, mailAutoconfirm } }) {
    return Response.json({
      external: {
        anonymous_users: anonymousSignIn,
        email: true,
        phone: texts.areSent,
        ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
        ...Object.fromEntries(
          identityProviders.filter(({ domain }) => domain === null).map(({ name }) => [name, true]),
        ),
      },
      disable_signup: !signUp,
      mailer_autoconfirm: mailAutoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: identityProviders.some(({ isSaml }) => isSaml),
      saml_private_key_next_configured: false,
      passkeys_enabled: true,
    });
  },
});
