import { useUserSettings } from '../session/user-settings.ts';

/** How close the rows of the list stand: 40 px, or 32 px for whoever has many. */
export type Density = 'comfortable' | 'compact';

/** What the person chose in Settings; comfortable until it is known. */
export function useDensity(): Density {
  return useUserSettings().data?.compact_rows ? 'compact' : 'comfortable';
}
