import { unavailableMediaType } from '../respond/request-errors.ts';

/** Output format of the rows of an answer. */
export interface RowsType {
  /** `object`: exactly one row, as an object and not as an array. */
  readonly shape: 'array' | 'object' | 'csv';
  readonly stripNulls: boolean;
}

export interface MediaType extends RowsType {
  /** Set to return PostgreSQL's query plan instead of the answer. */
  readonly plan: PlanType | null;
}

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

export interface PlanType {
  readonly format: 'json' | 'text';
  readonly options: readonly (typeof PLAN_OPTIONS)[number][];
}

const ARRAY: RowsType = { shape: 'array', stripNulls: false };
const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/;

/** Returns the most preferred type of an Accept header that this server can produce. Throws PGRST107. */
export function parseAccept(header: string | null, { plans }: { readonly plans: boolean }): MediaType {
  if (header === null) return { ...ARRAY, plan: null };
  const ranges = header
    .split(',')
    .map(toRange)
    .sort((left, right) => right.weight - left.weight);
  for (const range of ranges) {
    const rows = toRows(range);
    if (rows !== null) return { ...rows, plan: null };
    const explained = plans ? toExplained(range) : null;
    if (explained !== null) return explained;
  }
  throw unavailableMediaType(header);
}

interface Range {
  readonly type: string;
  readonly parameters: readonly string[];
  readonly weight: number;
}

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = valueOf(parameters, 'q');
  return { type, parameters, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

function toRows({ type, parameters }: Pick<Range, 'type' | 'parameters'>): RowsType | null {
  const stripNulls = parameters.includes('nulls=stripped');
  switch (type) {
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return { shape: 'object', stripNulls };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return { shape: 'array', stripNulls };
    case '*/*':
    case 'application/*':
    case 'application/json':
      return ARRAY;
    case 'text/csv':
      return { shape: 'csv', stripNulls: false };
    default:
      return null;
  }
}

/** `application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose` */
function toExplained({ type, parameters }: Range): MediaType | null {
  const format = PLAN.exec(type);
  if (format === null) return null;
  const [name = 'application/json', ...more] = (valueOf(parameters, 'for') ?? 'application/json')
    .replaceAll('"', '')
    .split(';');
  const rows = toRows({ type: name.trim(), parameters: more.map((part) => part.trim()) });
  const asked = (valueOf(parameters, 'options') ?? '').split('|');
  const options = PLAN_OPTIONS.filter((option) => asked.includes(option));
  return rows && { ...rows, plan: { format: format[1] === 'json' ? 'json' : 'text', options } };
}

function valueOf(parameters: readonly string[], name: string): string | undefined {
  return parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1);
}
