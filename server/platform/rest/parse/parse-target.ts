import { invalidPath, rootDisabled, unsupportedMethod, wrongRpcMethod } from '../respond/request-errors.ts';

const TABLE_METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;
const CALL_METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST'] as const;

/** The resource of a request: `/tasks` or `/rpc/restore`. */
export type Target =
  | { readonly kind: 'table'; readonly name: string; readonly method: (typeof TABLE_METHODS)[number] }
  | { readonly kind: 'function'; readonly name: string; readonly method: (typeof CALL_METHODS)[number] };

/** Parses the path after the base, such as `/tasks`. */
export function parseTarget(method: string, path: string): Target {
  const [first = '', second, ...rest] = path.split('/').slice(1).map(decodeSegment);
  if (first === '' && second === undefined) {
    throw method === 'GET' || method === 'HEAD' ? rootDisabled() : unsupportedMethod(method);
  }
  if (first === 'rpc' && second !== undefined && second !== '' && rest.length === 0) {
    const known = CALL_METHODS.find((candidate) => candidate === method);
    if (known === undefined) throw wrongRpcMethod(method);
    return { kind: 'function', name: second, method: known };
  }
  if (first === '' || second !== undefined) throw invalidPath();
  const known = TABLE_METHODS.find((candidate) => candidate === method);
  if (known === undefined) throw unsupportedMethod(method);
  return { kind: 'table', name: first, method: known };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidPath();
  }
}
