import { type FormEvent, useState } from 'react';

/**
 * A browser stops at `maxLength` without a word, and cuts what is pasted. Answers with the limit once it is reached
 * (null before, undefined without one) for `FieldFrame` to say, and with what has to hear of each input where the field keeps its text itself.
 */
export function useLimit(maxLength: number | undefined, value: unknown) {
  const [typed, setTyped] = useState(0);
  const length = typeof value === 'string' ? value.length : typed;
  return {
    limit: maxLength === undefined ? undefined : length >= maxLength ? maxLength : null,
    follow: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (maxLength !== undefined) setTyped(currentTarget.value.length);
    },
  };
}
