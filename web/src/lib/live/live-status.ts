import { create } from 'zustand';

interface LiveStatus {
  /** Whether live updates arrive. While they don't, live data is polled. */
  readonly isJoined: boolean;
  /** Whether they have arrived before, so that what is missed meanwhile will be caught up with. */
  readonly wasJoined: boolean;
}

export const useLiveStatus = create<LiveStatus>(() => ({ isJoined: false, wasJoined: false }));
