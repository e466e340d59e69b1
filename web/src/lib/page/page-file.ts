import { createContext } from 'react';

/** Metadata that a route passes to the root layout. */
export interface RouteHandle {
  /** The page is written to a plain file with this script instead of React. Its links load the next page whole. */
  readonly script?: string;
}

/**
 * True while a public page is being written to its file. In the browser, and in the file from which the app
 * itself starts, React is always there.
 */
export const IsPageFile = createContext(false);
