import { z } from 'zod';

const MESSAGE = 'must be a day or a time that is still to come';

/** When something that an operator makes is to end: what is over already would be made for nothing. */
export const momentToCome = z.iso
  .datetime({ message: MESSAGE })
  .pipe(z.coerce.date())
  .refine((time) => time > new Date(), MESSAGE);
