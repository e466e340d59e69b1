import { adminFactorRemove, adminFactorsList } from './endpoints/admin/admin-factors.ts';
import { adminGenerateLink } from './endpoints/admin/admin-generate-link.ts';
import { adminPasskeyRemove, adminPasskeysList } from './endpoints/admin/admin-passkeys.ts';
import { adminUserDelete, adminUserGet, adminUserPut } from './endpoints/admin/admin-user.ts';
import { adminUsersCreate, adminUsersList } from './endpoints/admin/admin-users.ts';
import { invite } from './endpoints/admin/invite.ts';
import { authorize } from './endpoints/authorize.ts';
import { callbackGet, callbackPost, samlAcs } from './endpoints/callback.ts';
import { factorChallenge } from './endpoints/factors/factor-challenge.ts';
import { factorEnroll } from './endpoints/factors/factor-enroll.ts';
import { factorRemove } from './endpoints/factors/factor-remove.ts';
import { factorVerify } from './endpoints/factors/factor-verify.ts';
import { passkeyBegin, passkeyRegister } from './endpoints/factors/passkey-register.ts';
import { passkeyBeginSignIn, passkeySignIn } from './endpoints/factors/passkey-sign-in.ts';
import { passkeyRemove, passkeyRename, passkeysList } from './endpoints/factors/passkeys.ts';
import {
  recoveryCodesGet,
  recoveryCodesMake,
  recoveryCodesRemove,
  recoveryCodesRenew,
  recoveryCodesVerify,
} from './endpoints/factors/recovery-codes.ts';
import { health } from './endpoints/health.ts';
import { identitiesAuthorize } from './endpoints/identities-authorize.ts';
import { identityRemove } from './endpoints/identity-remove.ts';
import { jwks } from './endpoints/jwks.ts';
import { logout } from './endpoints/logout.ts';
import { notOffered } from './endpoints/not-offered.ts';
import { magiclink, otp } from './endpoints/otp.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import { samlMetadata } from './endpoints/saml-metadata.ts';
import { settings } from './endpoints/settings.ts';
import { signup } from './endpoints/signup.ts';
import { sso } from './endpoints/sso.ts';
import { tokenIdToken } from './endpoints/token-id-token.ts';
import { tokenPassword } from './endpoints/token-password.ts';
import { tokenPkce } from './endpoints/token-pkce.ts';
import { tokenRefresh } from './endpoints/token-refresh.ts';
import { userGet } from './endpoints/user-get.ts';
import { userPut } from './endpoints/user-put.ts';
import { verifyGet, verifyHead } from './endpoints/verify-get.ts';
import { verifyPost } from './endpoints/verify-post.ts';
import type { AuthEndpoint } from './wire/endpoint.ts';

/** All endpoints of the room. The first match wins. */
export const allEndpoints: readonly AuthEndpoint[] = [
  // Anyone
  signup,
  tokenPassword,
  tokenRefresh,
  tokenPkce,
  tokenIdToken,
  authorize,
  callbackGet,
  callbackPost,
  sso,
  samlAcs,
  samlMetadata,
  passkeyBeginSignIn,
  passkeySignIn,
  otp,
  magiclink,
  verifyPost,
  verifyGet,
  verifyHead,
  recover,
  resend,
  settings,
  health,
  jwks,
  // Signed-in users
  userGet,
  userPut,
  reauthenticate,
  logout,
  identitiesAuthorize,
  identityRemove,
  factorEnroll,
  factorChallenge,
  factorVerify,
  factorRemove,
  recoveryCodesGet,
  recoveryCodesMake,
  recoveryCodesRenew,
  recoveryCodesVerify,
  recoveryCodesRemove,
  passkeyBegin,
  passkeyRegister,
  passkeysList,
  passkeyRename,
  passkeyRemove,
  // Operators (service key)
  adminUsersList,
  adminUsersCreate,
  adminFactorsList,
  adminFactorRemove,
  adminPasskeysList,
  adminPasskeyRemove,
  adminUserGet,
  adminUserPut,
  adminUserDelete,
  adminGenerateLink,
  invite,
  // Known to the contract, but not offered
  ...notOffered,
];
