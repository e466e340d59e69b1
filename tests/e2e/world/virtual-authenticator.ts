import type { Page } from '@playwright/test';

/**
 * What Chromium plays: a key in a plug, or the device itself with its passkeys. It answers at once, as if a person had
 * touched it.
 */
export async function addVirtualAuthenticator(page: Page, transport: 'usb' | 'internal'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
