import { useRef } from 'react';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import { newId } from '#web/lib/new-id.ts';

/** Same key for the same request, so that a retry after a lost response makes no second run. */
export function useRequestKey(): (request: DelegateRequest) => string {
  const sent = useRef({ what: '', key: '' });
  return (request) => {
    const what = JSON.stringify(request);
    if (sent.current.what !== what) sent.current = { what, key: newId() };
    return sent.current.key;
  };
}
