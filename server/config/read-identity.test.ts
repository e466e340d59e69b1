import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const client = (prefix: string) => ({ [`${prefix}_CLIENT_ID`]: 'id', [`${prefix}_CLIENT_SECRET`]: 'secret' });

describe('an OpenID provider', () => {
  it('keeps its issuer unchanged: some end in a slash, and another string is another provider', () => {
    const OIDC_STUDIO_ISSUER = 'https://studio.example/application/o/errand/';
    const { identity } = readConfig({ ...client('OIDC_STUDIO'), OIDC_STUDIO_ISSUER });
    expect(identity).toMatchObject([{ issuer: OIDC_STUDIO_ISSUER }]);
  });
});

describe('a service of OAuth 2', () => {
  it('has GitHub’s own issuer name by default', () => {
    const [github] = readConfig(client('OAUTH_GITHUB')).identity;
    expect(github).toMatchObject({
      issuer: 'https://github.com/login/oauth',
      authorizeUrl: 'https://github.com/login/oauth/authorize',
    });
  });

  it('may have a configured issuer, kept unchanged', () => {
    const own = {
      ...client('OAUTH_STUDIO'),
      OAUTH_STUDIO_AUTHORIZE_URL: 'https://studio.example/authorize',
      OAUTH_STUDIO_TOKEN_URL: 'https://studio.example/token',
      OAUTH_STUDIO_USER_URL: 'https://studio.example/me',
    };
    expect(readConfig(own).identity).toMatchObject([{ issuer: null }]);
    const named = { ...own, OAUTH_STUDIO_ISSUER: 'https://studio.example/oauth/' };
    expect(readConfig(named).identity).toMatchObject([{ issuer: 'https://studio.example/oauth/' }]);
    expect(() => readConfig({ ...own, OAUTH_STUDIO_ISSUER: 'studio' })).toThrow('OAUTH_STUDIO_ISSUER: ');
  });
});
