import { createContext } from 'react';

/** Metadata that a route passes to the root layout. */
export interface RouteHandle {
  /** Prerenders the page as a file with this script instead of React. Its links are full page loads. */
  readonly script?: string;
  /** React starts after all once somebody uses the page, or once the script says so (`start-when-used.ts`). */
  readonly startsReact?: boolean;
  /** The page of the app itself shows what it can before it is known who is here; that is in its file. */
  readonly waitsItself?: boolean;
}

/**
 * True while a public page is being prerendered to its file. False in the browser and in the app's start file,
 * which always have React.
 */
export const IsPageFile = createContext(false);
