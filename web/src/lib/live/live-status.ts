import { create } from 'zustand';

/** Whether changes made elsewhere arrive by themselves at the moment. While they do not, what is live is asked for. */
export const useLiveStatus = create<{ isJoined: boolean }>(() => ({ isJoined: false }));
