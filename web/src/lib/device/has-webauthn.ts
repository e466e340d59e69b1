/** True if this browser supports security keys and passkeys here. Needs HTTPS or loopback. */
export const hasWebAuthn = (): boolean => 'PublicKeyCredential' in globalThis;
