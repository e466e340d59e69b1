import { useEffect, useRef, useState } from 'react';
import { type BegunPhone, beginPhone, forgetBegun } from './factors.ts';

/** A number that has been begun while the dialog is open; taken back if nobody finishes it. */
export function useBegunPhone(name: string) {
  const [begun, setBegun] = useState<BegunPhone | null>(null);
  const unfinished = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (unfinished.current !== null) void forgetBegun(unfinished.current);
    },
    [],
  );
  /** Null: a text is on its way. Otherwise why not. */
  const begin = async (phone: string): Promise<string | null> => {
    const { data, refusal } = await beginPhone(name, phone);
    unfinished.current = data?.id ?? null;
    setBegun(data);
    return refusal;
  };
  const keep = () => {
    unfinished.current = null;
  };
  return { begun, begin, keep };
}
