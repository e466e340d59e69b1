import { createContext } from 'react';
import type { KnownAddresses } from './known-addresses.ts';

/** Known addresses of the answer being rendered. Without a provider, no link is clickable. */
export const Known = createContext<KnownAddresses>(new Set());
