import { useSyncExternalStore } from 'react';
import { hasWebAuthn } from './has-webauthn.ts';

/** Like hasWebAuthn(), but false while prerendering and hydrating. */
export const useHasWebAuthn = (): boolean => useSyncExternalStore(stays, hasWebAuthn, () => false);

const stays = () => () => {};
