import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Settings of a server that writes the plan of each statement to its log, also of those within functions. */
export const EXPLAINING = [
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_directory=log',
  'log_filename=plans.log',
  'log_rotation_age=0',
  'log_rotation_size=0',
  // Statistics of all rows, once: of a sample, they differ from run to run, and so may plans.
  'default_statistics_target=1000',
  'autovacuum=off',
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const node: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    Plans: z.array(node).optional(),
  }),
);
const explained = z.object({ 'Query Text': z.string(), Plan: node });
const logged = z.object({ message: z.string() });

/** How a statement reaches large tables: `tasks by user_id`, or `tasks from end to end`. */
export interface HotQuery {
  readonly text: string;
  readonly ways: readonly string[];
}

/** Large tables, and their indexes with what they begin with: `tasks by user_id`. Of several of these, any may be taken. */
export type LargeOnes = ReadonlyMap<string, string>;

/** Of the server's log from its `from`th character on. */
export function readPlans(
  data: string,
  from: number,
  large: LargeOnes,
): { readonly queries: readonly HotQuery[]; readonly to: number } {
  const log = readFileSync(path.join(data, 'log/plans.json'), 'utf8');
  const queries = log
    .slice(from)
    .split('\n')
    .filter((line) => line.includes('plan:'))
    .flatMap((line) => {
      const [, json] = logged.parse(JSON.parse(line)).message.split(/^duration: \S+ ms {2}plan:\n/);
      if (!json) return [];
      const { 'Query Text': text, Plan } = explained.parse(JSON.parse(json));
      const ways = waysOf(Plan, large);
      return ways.length === 0 ? [] : [{ text: nameOf(text), ways }];
    });
  return { queries, to: log.length };
}

export const WHOLE = ' from end to end';

function waysOf(plan: PlanNode, large: LargeOnes): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans = [] } = plan;
  const whole = type === 'Seq Scan' && large.has(table) ? [`${table}${WHOLE}`] : [];
  const byIndex = large.get(index);
  return [...whole, ...(byIndex ? [byIndex] : []), ...Plans.flatMap((inner) => waysOf(inner, large))];
}

const LONGEST = 160;

/** PostgreSQL shows no text where the body of a function is stored as parsed statements. */
const PARSED = 'the body of a function';

/** Without figures and texts, which differ from run to run. */
function nameOf(text: string): string {
  const plain = text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain === '') return PARSED;
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
