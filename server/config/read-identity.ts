import { KNOWN_ISSUERS } from '../providers/identity/identity.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** A configured sign-in service. */
export type IdentityConfig =
  | {
      readonly kind: 'oidc';
      readonly name: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly responseMode: 'query' | 'form_post';
      readonly scopes: readonly string[] | null;
      /** Set for a company's own service: the domain of its addresses. */
      readonly domain: string | null;
    }
  | {
      readonly kind: 'saml';
      readonly name: string;
      readonly domain: string;
      readonly metadataUrl: string;
    }
  | {
      readonly kind: 'oauth';
      readonly name: string;
      readonly clientId: string;
      readonly clientSecret: string;
      /** Issuer as the service states it in its responses; null: its origin. */
      readonly issuer: string | null;
      readonly authorizeUrl: string;
      readonly tokenUrl: string;
      readonly userUrl: string;
      readonly emailsUrl: string | null;
      readonly scopes: readonly string[];
    };

/** Apple always posts a response that includes an address. */
const POSTED = new Set(['apple']);

const GITHUB = {
  issuer: 'https://github.com/login/oauth',
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  userUrl: 'https://api.github.com/user',
  emailsUrl: 'https://api.github.com/user/emails',
  scopes: ['read:user', 'user:email'],
};

/** `OIDC_<NAME>_CLIENT_ID` or `OAUTH_<NAME>_CLIENT_ID` enables a service; presets fill in the rest for some. */
export function readIdentity(env: EnvironmentReader): IdentityConfig[] {
  const oidc = env.names(/^OIDC_([A-Z0-9_]+)_CLIENT_ID$/).map((name) => readOidc(env, name));
  const oauth = env.names(/^OAUTH_([A-Z0-9_]+)_CLIENT_ID$/).map((name) => readOauth(env, name));
  const saml = env.names(/^SAML_([A-Z0-9_]+)_METADATA_URL$/).map((name) => readSaml(env, name));
  return [...oidc, ...oauth, ...saml];
}

function readOidc(env: EnvironmentReader, name: string): IdentityConfig {
  const prefix = `OIDC_${name}`;
  const lower = name.toLowerCase();
  const issuer = env.identifier(`${prefix}_ISSUER`, ['https:', 'http:']) ?? KNOWN_ISSUERS[lower] ?? null;
  if (issuer === null) env.problem(`${prefix}_ISSUER: required, the address of the OpenID provider`);
  return {
    kind: 'oidc',
    name: lower,
    issuer: issuer ?? '',
    ...readClient(env, prefix),
    responseMode: POSTED.has(lower) ? 'form_post' : 'query',
    scopes: lower === 'apple' ? ['openid', 'email', 'name'] : null,
    domain: env.text(`${prefix}_DOMAIN`)?.toLowerCase() ?? null,
  };
}

/** `SAML_CORP_EXAMPLE_METADATA_URL` is for corp.example; a double underscore is a dash. */
function readSaml(env: EnvironmentReader, name: string): IdentityConfig {
  const domain = name.toLowerCase().replaceAll('__', '-').replaceAll('_', '.');
  const metadataUrl = env.url(`SAML_${name}_METADATA_URL`, ['https:', 'http:']) ?? '';
  return { kind: 'saml', name: `sso:${domain}`, domain, metadataUrl };
}

function readOauth(env: EnvironmentReader, name: string): IdentityConfig {
  const prefix = `OAUTH_${name}`;
  const preset = name === 'GITHUB' ? GITHUB : null;
  const address = (part: string, known: string | undefined): string => {
    const url = env.url(`${prefix}_${part}`, ['https:', 'http:']) ?? known;
    if (url === undefined) env.problem(`${prefix}_${part}: required, an address of the OAuth service`);
    return url ?? '';
  };
  const scopes = env.list(`${prefix}_SCOPES`);
  return {
    kind: 'oauth',
    name: name.toLowerCase(),
    ...readClient(env, prefix),
    issuer: env.identifier(`${prefix}_ISSUER`, ['https:', 'http:']) ?? preset?.issuer ?? null,
    authorizeUrl: address('AUTHORIZE_URL', preset?.authorizeUrl),
    tokenUrl: address('TOKEN_URL', preset?.tokenUrl),
    userUrl: address('USER_URL', preset?.userUrl),
    emailsUrl: env.url(`${prefix}_EMAILS_URL`, ['https:', 'http:']) ?? preset?.emailsUrl ?? null,
    scopes: scopes.length > 0 ? scopes : (preset?.scopes ?? []),
  };
}

function readClient(env: EnvironmentReader, prefix: string): { clientId: string; clientSecret: string } {
  const clientSecret = env.text(`${prefix}_CLIENT_SECRET`);
  if (clientSecret === null) env.problem(`${prefix}_CLIENT_SECRET: required with ${prefix}_CLIENT_ID`);
  return { clientId: env.text(`${prefix}_CLIENT_ID`) ?? '', clientSecret: clientSecret ?? '' };
}
