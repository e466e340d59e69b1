import { unavailableMediaType } from '../respond/request-errors.ts';

export interface MediaType {
  /** `object`: exactly one row, as an object and not as an array. */
  readonly shape: 'array' | 'object';
  readonly stripNulls: boolean;
}

const ARRAY: MediaType = { shape: 'array', stripNulls: false };

/** The first type of an Accept header, by preference, that this server can make. Throws PGRST107. */
export function parseAccept(header: string | null): MediaType {
  if (header === null || header === '*/*' || header === 'application/json') return ARRAY;
  const ranges = header
    .split(',')
    .map(toRange)
    .sort((left, right) => right.weight - left.weight);
  for (const { type, stripNulls } of ranges) {
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
      return { shape: 'object', stripNulls };
    }
    if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array') {
      return { shape: 'array', stripNulls };
    }
    if (type === '*/*' || type === 'application/*' || type === 'application/json') return ARRAY;
  }
  throw unavailableMediaType(header);
}

function toRange(text: string): { type: string; stripNulls: boolean; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    type,
    stripNulls: parameters.includes('nulls=stripped'),
    weight: weight === undefined ? 1 : Number(weight) || 0,
  };
}
