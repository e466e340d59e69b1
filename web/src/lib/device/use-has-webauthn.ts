import { useSyncExternalStore } from 'react';
import { hasWebAuthn } from './has-webauthn.ts';

/** For pages that are written before anybody's browser is known. */
export const useHasWebAuthn = (): boolean => useSyncExternalStore(stays, hasWebAuthn, () => false);

const stays = () => () => {};
