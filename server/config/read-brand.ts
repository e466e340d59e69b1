import { z } from 'zod';
import type { EnvironmentReader } from './read-environment.ts';
import { fields, readJsonFile, webAddress, writing } from './read-json-file.ts';

/** Name and contact details of this installation in its pages and mails. */
export interface Brand {
  readonly name: string;
  readonly supportEmail: string | null;
  /** Legal entity, address and VAT number, on one line. */
  readonly legalLine: string | null;
  readonly socialLinks: readonly string[];
  /** Shows sample testimonials on the landing page. */
  readonly testimonials: boolean;
}

/** External pages that ours link to or frame. Null: none. */
export interface BrandPages {
  /** A policy provider's page, replacing our own policies; `{policy}` is privacy, terms or cookie. */
  readonly policyEmbedUrl: string | null;
  /** A form for discount codes, replacing our own. */
  readonly redeemFormUrl: string | null;
  /** A video host's player, replacing our own recording. */
  readonly demoVideoUrl: string | null;
  /** Affiliate program linked from the landing page. */
  readonly affiliateUrl: string | null;
}

/** Used in `mailto:` links and mails, so it must be one plain address. */
const PLAIN_EMAIL = /^[^\s@<>?&]+@[^\s@<>?&]+$/;
const AN_EMAIL = 'must be one address, such as help@example.org';

const brandFile = fields({
  name: writing(60).optional(),
  supportEmail: z.string(AN_EMAIL).trim().regex(PLAIN_EMAIL, AN_EMAIL).optional(),
  legalLine: writing(500).optional(),
  socialLinks: z.array(webAddress, 'must be a list of addresses').optional(),
  testimonials: z.boolean('must be true or false').optional(),
  affiliateUrl: webAddress.optional(),
  policyEmbedUrl: webAddress.optional(),
  redeemFormUrl: webAddress.optional(),
  demoVideoUrl: webAddress.optional(),
});

type BrandFile = z.infer<typeof brandFile>;

export function readBrand(env: EnvironmentReader): { brand: Brand; pages: BrandPages } {
  const file: BrandFile = readJsonFile(env, 'BRAND_FILE', brandFile) ?? {};
  const retire = (oldName: string, key: keyof BrandFile): void =>
    env.retire(oldName, { written: `${key} in the BRAND_FILE`, isSet: file[key] !== undefined });
  const page = (oldName: string, key: keyof BrandPages): string | null => {
    retire(oldName, key);
    return file[key] ?? env.url(oldName, ['https:', 'http:']);
  };
  retire('BRAND_SOCIAL_LINKS', 'socialLinks');
  retire('BRAND_TESTIMONIALS', 'testimonials');
  return {
    brand: {
      name: readShort(env, 'BRAND_NAME', { key: 'name', file }) ?? 'Errand',
      supportEmail: readSupportEmail(env, file),
      legalLine: readShort(env, 'BRAND_LEGAL_LINE', { key: 'legalLine', file }),
      socialLinks: file.socialLinks ?? readLinks(env, 'BRAND_SOCIAL_LINKS'),
      testimonials: file.testimonials ?? env.flag('BRAND_TESTIMONIALS', true),
    },
    pages: {
      policyEmbedUrl: page('POLICY_EMBED_URL', 'policyEmbedUrl'),
      redeemFormUrl: page('REDEEM_FORM_URL', 'redeemFormUrl'),
      demoVideoUrl: page('DEMO_VIDEO_URL', 'demoVideoUrl'),
      affiliateUrl: page('AFFILIATE_URL', 'affiliateUrl'),
    },
  };
}

type ShortKey = 'name' | 'supportEmail' | 'legalLine';

/** Reads one line of text, which can also be set by its own variable besides the file. */
function readShort(
  env: EnvironmentReader,
  name: string,
  { key, file }: { readonly key: ShortKey; readonly file: BrandFile },
): string | null {
  const [value, own] = [env.text(name), file[key] ?? null];
  if (value !== null && own !== null)
    env.problem(`${name}: ${key} in the BRAND_FILE is set too, remove one of them`);
  return own ?? value;
}

function readSupportEmail(env: EnvironmentReader, file: BrandFile): string | null {
  const name = 'BRAND_SUPPORT_EMAIL';
  const address = readShort(env, name, { key: 'supportEmail', file });
  if (address !== null && !PLAIN_EMAIL.test(address)) env.problem(`${name}: ${AN_EMAIL}`);
  return address;
}

/** They become links of a public page, where anything but a web URL could run as a script. */
function readLinks(env: EnvironmentReader, name: string): string[] {
  const links = env.list(name);
  if (!links.every((link) => webAddress.safeParse(link).success))
    env.problem(`${name}: must be addresses that begin with https://, comma-separated`);
  return links;
}
