import { create } from 'zustand';

/** Whether live updates arrive. While they don't, live data is polled. */
export const useLiveStatus = create<{ isJoined: boolean }>(() => ({ isJoined: false }));
