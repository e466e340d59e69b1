import { refusals } from '../storage-error.ts';
import { type Transformation, transformationSchema } from './transformation.ts';

const WORDS = Object.keys(transformationSchema.shape);
/** Of the official service; without them another picture would be answered than was asked for. */
const UNSUPPORTED = ['gravity', 'x_offset', 'y_offset', 'versionId'];

/** Reads the words of an address. Throws StorageError for one that makes no sense or stands there twice. */
export function readTransformation(query: URLSearchParams): Transformation {
  const given: Record<string, string> = {};
  for (const word of [...WORDS, ...UNSUPPORTED]) {
    const values = query.getAll(word);
    if (values.length > 1) throw refusals.invalidRequest(`${word}: must be given once`);
    if (values[0] === undefined) continue;
    if (UNSUPPORTED.includes(word)) throw refusals.invalidRequest(`${word} is not supported`);
    given[word] = values[0];
  }
  const read = transformationSchema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refusals.invalidRequest(`${issue?.path.join('.')}: ${issue?.message}`);
}
