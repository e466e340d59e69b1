import { type FormEvent, useState } from 'react';

/**
 * Tracks whether `maxLength` is reached, since browsers silently stop there and truncate pasted text. Returns
 * `limit` for `FieldFrame` (null before it is reached, undefined without one), and `follow` as input handler of
 * an uncontrolled field.
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
