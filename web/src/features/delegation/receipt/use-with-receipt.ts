import { createSwitch } from '#web/lib/device/create-switch.ts';

/** Whether documents and prints end with the receipt. */
export const useWithReceipt = createSwitch('errand-without-receipt');
