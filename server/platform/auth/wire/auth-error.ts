import { DISK_IS_FULL } from '#server/lib/disk-space.ts';

/** An expected error of the auth room. Clients act on `code`, people may read `message`. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly weakPassword: readonly WeakPasswordReason[] | undefined;
  /** Rendered in OAuth 2 format (RFC 6749, 5.2), which clients of those grants expect. */
  readonly isOauth: boolean;
  /** True if it was logged already. */
  readonly isLogged: boolean;

  constructor(status: number, code: string, message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.code = code;
    this.retryAfter = details.retryAfter;
    this.weakPassword = details.weakPassword;
    this.isOauth = details.isOauth ?? false;
    this.isLogged = details.isLogged ?? false;
  }
}

/** Reasons known to the official client. A common password counts as `pwned`. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

interface AuthErrorDetails {
  readonly retryAfter?: number;
  readonly weakPassword?: readonly WeakPasswordReason[];
  readonly isOauth?: boolean;
  readonly isLogged?: boolean;
  readonly cause?: unknown;
}

/** Every error that clients can get, with the contract's status and text. */
export const refusals = {
  // Malformed requests
  invalid: (message: string) => new AuthError(400, 'validation_failed', message),
  unprocessable: (message: string) => new AuthError(422, 'validation_failed', message),
  badJson: (message: string) => new AuthError(400, 'bad_json', message),
  tooLarge: () => new AuthError(413, 'request_entity_too_large', 'The request is larger than 1 MB'),
  timeout: () => new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry'),
  conflict: () => new AuthError(409, 'conflict', 'Another request changed the same thing, please retry'),
  heldUp: () =>
    new AuthError(503, 'conflict', 'Other requests are changing the same thing, please retry', {
      retryAfter: 1,
    }),
  databaseLost: () =>
    new AuthError(503, 'unexpected_failure', 'The database can’t be reached at the moment, please retry', {
      retryAfter: 1,
    }),
  diskFull: () => new AuthError(507, 'insufficient_storage', DISK_IS_FULL),
  unexpected: (cause?: unknown) =>
    new AuthError(
      500,
      'unexpected_failure',
      'Unexpected failure, please check server logs for more information',
      {
        cause,
      },
    ),
  notSupported: (what: string) =>
    new AuthError(404, 'feature_disabled', `${what} is not supported by this server`),

  captchaFailed: (reason: string) =>
    new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`),
  captchaUnavailable: (cause: unknown) =>
    new AuthError(503, 'captcha_failed', 'captcha verification process failed, please try again', { cause }),

  // Bearer token
  noAuthorization: () =>
    new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (reason: string) =>
    new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`),
  missingSub: () => new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  userNotFound: () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionNotFound: (status: 400 | 403 = 403) =>
    new AuthError(status, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  userBanned: (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned'),
  unknownUserId: () => new AuthError(404, 'validation_failed', 'user_id must be an UUID'),
  unknownUser: () => new AuthError(404, 'user_not_found', 'User not found'),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),

  // Limits
  tooManyRequests: (retryAfter: number) =>
    new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter }),
  tooManyMails: (retryAfter: number) =>
    new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfter }),
  mailTooSoon: (retryAfter: number) =>
    new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${retryAfter} seconds.`,
      { retryAfter },
    ),
  tooManyTexts: (retryAfter: number) =>
    new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded', { retryAfter }),
  textTooSoon: (retryAfter: number) =>
    new AuthError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${retryAfter} seconds.`,
      { retryAfter },
    ),
  textFailed: (what: string, cause?: unknown) =>
    new AuthError(422, 'sms_send_failed', `Error sending ${what} sms`, { cause }),
  mailFailed: (what: string, cause?: unknown) =>
    new AuthError(500, 'unexpected_failure', `Error sending ${what} email`, { cause }),

  // Sign-up
  signUpDisabled: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  phoneDisabled: () => new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  phoneLoginDisabled: () => new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  anonymousDisabled: () =>
    new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  userExists: () => new AuthError(422, 'user_already_exists', 'User already registered'),
  emailExists: () =>
    new AuthError(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: () =>
    new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  weakPassword: (message: string, reasons: readonly WeakPasswordReason[]) =>
    new AuthError(422, 'weak_password', message, { weakPassword: reasons }),

  // Sign-in
  invalidCredentials: () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: (status: 400 | 422 = 400) =>
    new AuthError(status, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: (status: 400 | 422 = 400) =>
    new AuthError(status, 'phone_not_confirmed', 'Phone not confirmed'),
  unsupportedGrant: () => new AuthError(400, 'invalid_credentials', 'unsupported_grant_type'),
  otpExpired: (message: string) => new AuthError(403, 'otp_expired', message),

  // Refresh tokens
  refreshTokenMalformed: () => new AuthError(400, 'validation_failed', 'Refresh token is not valid'),
  refreshTokenNotFound: () =>
    new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: () =>
    new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  sessionExpired: () => new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),

  // PKCE
  flowStateNotFound: () =>
    new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: () =>
    new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: () =>
    new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),

  // Account changes
  samePassword: () =>
    new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  reauthenticationNeeded: () =>
    new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  reauthenticationNotValid: () =>
    new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  currentPasswordInvalid: () => new AuthError(400, 'current_password_invalid', 'Current password is invalid'),
  ssoManaged: () =>
    new AuthError(422, 'user_sso_managed', 'This account is managed by its identity provider'),

  // External identities
  badState: () =>
    new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is missing, unknown or too old'),
  badCallback: (cause?: unknown) =>
    new AuthError(400, 'bad_oauth_callback', 'The login service’s response was not accepted', { cause }),
  badIdToken: (cause?: unknown) =>
    new AuthError(400, 'invalid_request', 'Bad ID token', { cause, isOauth: true }),
  /** Logged where it was detected. */
  providerUnreachable: (cause?: unknown) =>
    new AuthError(503, 'provider_unreachable', 'Couldn’t reach the login service. Please try again later.', {
      cause,
      isLogged: true,
    }),
  accessDenied: (cause?: unknown) =>
    new AuthError(403, 'access_denied', 'The login was cancelled or denied at the other service', { cause }),
  emailNeedsVerification: () =>
    new AuthError(
      403,
      'provider_email_needs_verification',
      'The login service hasn’t verified your email address. Verify it there, or log in another way.',
    ),
  identityTaken: () =>
    new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user'),
  identityNotFound: () => new AuthError(422, 'identity_not_found', "Identity doesn't exist"),
  lastIdentity: () =>
    new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  emailIdentity: () =>
    new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'This account gets its email at this address, so it can’t be unlinked',
    ),

  // Not offered by this installation
  unsupportedProvider: () => refusals.invalid('Unsupported provider: provider is not enabled'),
  providerDisabled: (issuer: string | undefined) =>
    new AuthError(
      400,
      'provider_disabled',
      `Provider ${issuer ? `(issuer "${issuer}") ` : ''}is not enabled`,
    ),
  ssoNotFound: () => new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'),
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  web3Disabled: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  linkingDisabled: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  factorsDisabled: (kind: string) =>
    new AuthError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${kind}`),
  factorNameTaken: () =>
    new AuthError(422, 'mfa_factor_name_conflict', 'A factor with this name already exists'),
  tooManyFactors: () =>
    new AuthError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of factors reached'),
  insufficientAssurance: (status: 401 | 403 | 422 = 401, message = 'AAL2 session is required') =>
    new AuthError(status, 'insufficient_aal', message),
  factorExists: () =>
    new AuthError(422, 'mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them instead'),
  phoneFactorExists: () =>
    new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor with this number already exists, unenroll it to continue',
    ),
  recoveryCodeWrong: () => new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  recoveryCodesAlone: () =>
    new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor'),
  keyNotAccepted: () =>
    new AuthError(422, 'mfa_verification_failed', 'The security key’s response was not accepted'),
  factorCodeWrong: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  textedCodeWrong: () => new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'),
  challengeExpired: () =>
    new AuthError(422, 'mfa_challenge_expired', 'MFA challenge has expired, create a new one'),
  challengeElsewhere: () =>
    new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'),
  challengeNotFound: () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  oneNumberTwice: () =>
    new AuthError(
      422,
      'validation_failed',
      'The number for the second factor must differ from the one you log in with',
    ),
  anonymousFactors: () => new AuthError(403, 'no_authorization', 'Anonymous users can’t have second factors'),
  factorNotFound: () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found'),

  // Passkeys
  passkeyNotAccepted: () =>
    new AuthError(400, 'webauthn_verification_failed', 'The passkey’s response was not accepted'),
  passkeyChallengeNotFound: () =>
    new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found, start again'),
  passkeyChallengeExpired: () =>
    new AuthError(400, 'webauthn_challenge_expired', 'The challenge has expired, start again'),
  passkeyNotFound: () => new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found'),
  passkeyExists: () => new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered'),
  tooManyPasskeys: () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
} as const;
