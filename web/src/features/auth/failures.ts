import type { AuthError } from '@supabase/supabase-js';
import { messages } from '#domain/messages.ts';

const { auth } = messages;

// Kinds of errors are told by their names: the client's own tests for them would load the whole client with the form.

/** `status` 0 is fetch itself failing: the request left and nothing came back. */
function isNetworkFailure(error: AuthError): boolean {
  return error.name === 'AuthRetryableFetchError' && !error.status;
}

/** What the login form says. An unconfirmed address is not a failure of the form: the page offers the mail again. */
export function loginFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return auth.networkError;
  if (error.message.includes('credentials')) return auth.wrongCredentials;
  if (error.status === 429) return error.message;
  return auth.unexpected;
}

export function isUnconfirmed(error: AuthError): boolean {
  return error.code === 'email_not_confirmed' || error.message === auth.emailNotConfirmed;
}

export function registerFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return auth.networkError;
  if (error.code === 'user_already_exists' || error.code === 'email_exists') return auth.emailRegistered;
  return serverSentence(error) ?? auth.registrationError;
}

export function resetFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return auth.networkError;
  return serverSentence(error) ?? auth.resetFailed;
}

/** A code dies after ten minutes, ten wrong tries, or its first use; the service does not tell which. */
export function codeFailure(error: AuthError): string {
  if (isNetworkFailure(error)) return auth.networkError;
  if (error.status === 429) return error.message;
  return error.status === 403 ? auth.codeWrong : auth.unexpected;
}

/** A session that is gone or too old means that the link is; anything else may be tried again. */
export function updateFailure(error: AuthError): { text: string; linkIsDead: boolean } {
  if (isNetworkFailure(error)) return { text: auth.networkError, linkIsDead: false };
  if (error.name === 'AuthSessionMissingError' || error.status === 401 || error.status === 403) {
    return { text: auth.resetLinkInvalid, linkIsDead: true };
  }
  return { text: serverSentence(error) ?? auth.passwordUpdateFailed, linkIsDead: false };
}

/** The server's own sentence, where it answered with one for people (4xx); its failures stay with it. */
export function serverSentence(error: AuthError): string | null {
  const spoken = error.name === 'AuthApiError' || error.name === 'AuthWeakPasswordError';
  return spoken && error.status !== undefined && error.status < 500 && error.message !== ''
    ? error.message
    : null;
}
