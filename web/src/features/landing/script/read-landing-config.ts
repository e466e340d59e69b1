/** The part of `/config.json` that the landing page uses, parsed by hand to avoid loading a schema library. */
export interface LandingConfig {
  readonly brand: Readonly<Record<string, unknown>>;
  readonly affiliateUrl: unknown;
  readonly demoVideoUrl: unknown;
  readonly catalogue: unknown;
  readonly ai: Readonly<Record<string, unknown>>;
  /** True unless the server says otherwise. */
  readonly isProduction: boolean;
}

export async function readLandingConfig(): Promise<LandingConfig> {
  const config: unknown = await (await fetch('/config.json')).json();
  const { brand, affiliateUrl, demoVideoUrl, catalogue, ai, production } = isRecord(config) ? config : {};
  return {
    brand: isRecord(brand) ? brand : {},
    affiliateUrl,
    demoVideoUrl,
    catalogue,
    ai: isRecord(ai) ? ai : {},
    isProduction: production !== false,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
