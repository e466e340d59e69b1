/** Whether this browser can ask for security keys and passkeys at all. Not on pages without HTTPS, but on loopback. */
export const hasWebAuthn = (): boolean => 'PublicKeyCredential' in globalThis;
