import type { EnvironmentReader } from './read-environment.ts';

/** Who runs this installation, as its pages and mails say it. */
export interface Brand {
  readonly name: string;
  readonly supportEmail: string | null;
  /** Legal entity, address and VAT number, as one line. */
  readonly legalLine: string | null;
  readonly socialLinks: readonly string[];
  /** Whether the landing page shows its sample people. */
  readonly testimonials: boolean;
}

export function readBrand(env: EnvironmentReader): Brand {
  return {
    name: env.text('BRAND_NAME') ?? 'Errand',
    supportEmail: readSupportEmail(env),
    legalLine: env.text('BRAND_LEGAL_LINE'),
    socialLinks: readLinks(env, 'BRAND_SOCIAL_LINKS'),
    testimonials: env.flag('BRAND_TESTIMONIALS', true),
  };
}

/** It becomes a `mailto:` link and part of mails, so it must be one plain address. */
function readSupportEmail(env: EnvironmentReader): string | null {
  const address = env.text('BRAND_SUPPORT_EMAIL');
  if (address !== null && !/^[^\s@<>?&]+@[^\s@<>?&]+$/.test(address)) {
    env.problem('BRAND_SUPPORT_EMAIL: must be one address, such as help@example.org');
  }
  return address;
}

/** They become links of a public page: anything but a web address could run as a script there. */
function readLinks(env: EnvironmentReader, name: string): string[] {
  const links = env.list(name);
  const areWebAddresses = links.every((link) => {
    const protocol = URL.parse(link)?.protocol;
    return protocol === 'https:' || protocol === 'http:';
  });
  if (!areWebAddresses) env.problem(`${name}: must be addresses that begin with https://, comma-separated`);
  return links;
}
