import type { BrowserConfig } from '#domain/browser-config.ts';
import { CAPTCHAS } from '#domain/captcha.ts';
import type { TextId } from '#web/texts/pages.ts';

export type PolicyName = 'privacy' | 'terms' | 'cookie';

/** Configuration that statements depend on; null until loaded. */
export type Installation = BrowserConfig | null;

/** A paragraph, or one entry of a list. */
export interface Statement {
  readonly id: TextId;
  readonly isEntry?: boolean;
  /** True of some installations only. */
  readonly when?: (installation: Installation) => boolean;
}

export interface PolicySection {
  /** The end of its address: `/privacy#stored`. */
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

/** People may sign in with another service, which needs a cookie for the time that they are away. */
export const hasSignInElsewhere = (installation: Installation): boolean =>
  installation !== null && (installation.signIn.organisations || installation.signIn.providers.length > 0);

/** Nothing is denied before it is known. */
export const lacks =
  (has: (installation: Installation) => boolean) =>
  (installation: Installation): boolean =>
    installation !== null && !has(installation);

/** Not where only the test checkout is open. */
export const sellsForMoney = (installation: Installation): boolean =>
  (installation?.payments && !installation.testPayments) ?? false;

/** Host of the human check; null without one. */
export const captchaHost = (installation: Installation): string | null =>
  installation?.captcha ? CAPTCHAS[installation.captcha.provider].host : null;

/** Other hosts that pages of this installation show in a frame. */
export function frameHosts(installation: Installation): string[] {
  const addresses = [installation?.demoVideoUrl, installation?.redeemFormUrl];
  const hosts = addresses
    .filter((address) => typeof address === 'string')
    .map((address) => new URL(address).host);
  const captcha = captchaHost(installation);
  return captcha === null ? hosts : [...hosts, captcha];
}
