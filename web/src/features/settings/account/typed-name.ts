import * as z from 'zod/mini';
import { createTypedForm } from '../typed-form.ts';

/** An unsaved name, and the saved one that it replaces. */
const typedName = z.object({ name: z.string(), before: z.string() });

export const { useTyped: useNameField, keepOf: keepNameOf } = createTypedForm('errand-name', typedName);
