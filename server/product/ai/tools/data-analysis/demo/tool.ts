import { withDemoLabel } from '#domain/demo-label.ts';
import { escapeMarkdown } from '#domain/foreign-text.ts';
import type { LanguageCode } from '#domain/languages.ts';
import type { FileWork } from '../../../../files/file-work.ts';
import type { TableFacts } from '../../../../files/table-facts.ts';
import { WIDE } from '../../../models/context-windows.ts';
import { type Tool, ToolFailure, type ToolInput, type ToolOutput } from '../../../tool.ts';
import { deliver } from '../deliver.ts';
import { unitsOf } from '../result-units.ts';
import { type AnalysisState, type AskedQuery, isAnswered } from '../state.ts';
import { openFiles } from '../tool.ts';
import { planMechanically } from './mechanical.ts';

/** Fixed texts of the demo, in the language of the answer. */
export interface DemoPhrases {
  readonly label: string;
  readonly model: string;
  readonly modelText: string;
}

export interface DemoAnalysisOptions {
  readonly fileWork: FileWork;
  readonly phrases: (language: LanguageCode) => DemoPhrases;
}

const NOTHING = { calls: 0, promptTokens: 0, completionTokens: 0, cost: 0 };

/**
 * Analyses tables without a model: the true profile, sums by group and by month, and their charts. The figures are
 * right; the report says first that nobody has interpreted them.
 */
export function createDemoAnalysisTool({ fileWork, phrases }: DemoAnalysisOptions): Tool {
  return {
    type: 'data_analysis',
    kind: 'demo',
    async run(input, context): Promise<ToolOutput> {
      const files = await openFiles(input, fileWork, context);
      const { signal } = context;
      const tables = await fileWork.profileTables(files.sources, signal);
      const planned = planMechanically(tables);
      const sql = planned.map((query) => query.sql);
      const outcomes = sql.length > 0 ? await fileWork.queryTables(files.sources, sql, signal) : [];
      const asked = planned.flatMap((query, at): AskedQuery[] => {
        const outcome = outcomes[at];
        if (!outcome) return [];
        const units = outcome.ok ? unitsOf(query, outcome.columns, tables, input.language) : [];
        return [{ ...query, n: at + 1, outcome, units }];
      });
      if (tables.length === 0) throw new ToolFailure('no_table', 'there is no table in the files');
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
      context.onStep({ key: 'read_tables', params: { tables: tables.length, rows, columns } });
      const failed = asked.filter(({ outcome }) => !outcome.ok).length;
      context.onStep({ key: 'ran_queries', params: { queries: asked.length, rows, failed } });
      return toOutput(toState(input, { tables, asked }), phrases(input.language));
    },
  };
}

function toState(
  input: ToolInput,
  { tables, asked }: { tables: readonly TableFacts[]; asked: readonly AskedQuery[] },
): AnalysisState {
  return {
    input,
    seed: { today: '', key: '', windows: WIDE },
    files: { sources: [], pictures: [] },
    looks: [],
    cut: [],
    tables,
    planned: [],
    rounds: 0,
    isEnough: true,
    asked,
    failures: [],
    text: null,
    isMended: true,
    isRewritten: true,
  };
}

function toOutput(state: AnalysisState, { label, model, modelText }: DemoPhrases): ToolOutput {
  const parts = [
    ...(state.tables ?? []).map((table) => describe(table, state.asked)),
    ...state.asked.flatMap(({ n, chart }) => (chart ? [`{{chart:q${n}}}`] : [])),
    `## ${model}`,
    modelText,
  ];
  const { deliverable } = deliver(state, { text: parts.join('\n\n'), model: 'demo', isCut: false });
  const { content, evidence } = deliverable;
  return {
    content: withDemoLabel(label, content),
    evidence,
    modelUsed: 'demo',
    usage: NOTHING,
    notices: [{ key: 'demo', params: {} }],
  };
}

/** Describes a table in signs that need no translation. */
function describe(table: TableFacts, asked: readonly AskedQuery[]): string {
  const whole = asked.filter(isAnswered).find(({ sql }) => sql.endsWith(` from "${table.name}"`));
  const cell = (column: string): string => `{{q${whole?.n ?? 0}.r1.${column}}}`;
  const figures =
    whole === undefined
      ? []
      : whole.outcome.columns.map((column) => `- ${SIGNS[column] ?? column}: ${cell(column)}`);
  return [
    `## ${escapeMarkdown(table.file)}`,
    `{{${table.name}.rows}} × ${escapeMarkdown(table.columns.map(({ label }) => label).join(', '))}`,
    ...(whole ? [`**${escapeMarkdown(whole.purpose)}**`, figures.join('\n')] : []),
  ].join('\n\n');
}

const SIGNS: Readonly<Record<string, string>> = {
  n: 'n',
  sum: 'Σ',
  avg: '⌀',
  median: 'x̃',
  min: 'min',
  max: 'max',
};
