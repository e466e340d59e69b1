import { useUserSettings } from '../session/user-settings.ts';

/** Row height of lists: 40 px or 32 px. */
export type Density = 'comfortable' | 'compact';

/** Density from the user's settings; comfortable while unknown. */
export function useDensity(): Density {
  return useUserSettings().data?.compact_rows ? 'compact' : 'comfortable';
}
