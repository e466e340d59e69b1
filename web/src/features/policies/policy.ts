import type { BrowserConfig } from '#domain/browser-config.ts';
import { CAPTCHAS } from '#domain/captcha.ts';
import type { TextId } from '#web/texts/pages.ts';

export type PolicyName = 'privacy' | 'terms' | 'cookie';

/** Configuration that statements depend on; null until loaded. */
export type Installation = BrowserConfig | null;

/** A paragraph, or an entry of a list. */
export interface Statement {
  readonly id: TextId;
  readonly isEntry?: boolean;
  /** True for the installations that the statement applies to. */
  readonly when?: (installation: Installation) => boolean;
}

export interface PolicySection {
  /** Fragment of its URL: `/privacy#stored`. */
  readonly anchor: string;
  readonly heading: TextId;
  readonly statements: readonly Statement[];
}

export interface Policy {
  readonly heading: TextId;
  readonly sections: readonly PolicySection[];
}

export const hasLegalLine = (installation: Installation): boolean => Boolean(installation?.brand.legalLine);
export const hasMail = (installation: Installation): boolean => Boolean(installation?.brand.supportEmail);

/** True if sign-in by another service is configured, which needs a cookie during the redirect. */
export const hasSignInElsewhere = (installation: Installation): boolean =>
  installation !== null && (installation.signIn.organisations || installation.signIn.providers.length > 0);

/** False until the configuration is known, so that nothing is denied too early. */
export const lacks =
  (has: (installation: Installation) => boolean) =>
  (installation: Installation): boolean =>
    installation !== null && !has(installation);

/** False if only the test checkout is open. */
export const sellsForMoney = (installation: Installation): boolean =>
  (installation?.payments && !installation.testPayments) ?? false;

/** Host of the captcha; null without one. */
export const captchaHost = (installation: Installation): string | null =>
  installation?.captcha ? CAPTCHAS[installation.captcha.provider].host : null;

/** Other hosts that this installation embeds in frames. */
export function frameHosts(installation: Installation): string[] {
  const addresses = [installation?.demoVideoUrl, installation?.redeemFormUrl];
  const hosts = addresses
    .filter((address) => typeof address === 'string')
    .map((address) => new URL(address).host);
  const captcha = captchaHost(installation);
  return captcha === null ? hosts : [...hosts, captcha];
}
