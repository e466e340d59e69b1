import type { ChartKind } from '#domain/analysis.ts';
import type { TextImage } from '#server/providers/text-model/text-model.ts';
import type { QueryOutcome, TableFacts, TableSource } from '../../../files/table-facts.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import type { Draft } from '../../gathering/draft.ts';
import type { ToolInput } from '../../tool.ts';

/** What a person has attached, opened. */
export interface AnalysisFiles {
  /** Files with tables that code can read. */
  readonly sources: readonly TableSource[];
  readonly pictures: readonly { readonly name: string; readonly image: TextImage }[];
}

export interface PlannedQuery {
  /** In words, for whoever reads how it was computed. */
  readonly purpose: string;
  readonly sql: string;
  /** The unit of each column of its result, as the planner declares it; null: none. */
  readonly columns: readonly { readonly name: string; readonly unit: string | null }[];
  readonly chart: PlannedChart | null;
}

/** How a result is to be drawn, by names of its columns. */
export interface PlannedChart {
  readonly kind: ChartKind;
  readonly title: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** A query with what came of it; `q1` in the text is the first. */
export interface AskedQuery extends PlannedQuery {
  readonly n: number;
  readonly outcome: QueryOutcome;
  /** Declared and not contradicted, in the order of the columns; empty: none. */
  readonly units: readonly string[];
}

export interface AnalysisState {
  readonly input: ToolInput;
  readonly seed: Seed;
  readonly files: AnalysisFiles;
  /** Pictures that were looked at so far, in their order: what a model has written down, null where it could not. */
  readonly looks: readonly (readonly (readonly (readonly string[])[])[] | null)[];
  /** Names of pictures that a model has copied the beginning of: it had no room for the rest. */
  readonly cut: readonly string[];
  readonly tables: readonly TableFacts[] | null;
  /** Planned and not asked yet. */
  readonly planned: readonly PlannedQuery[];
  /** Times that queries were planned. */
  readonly rounds: number;
  readonly isEnough: boolean;
  readonly asked: readonly AskedQuery[];
  readonly failures: readonly string[];
  readonly text: Draft | null;
  readonly isMended: boolean;
  readonly isRewritten: boolean;
}

/** All tables that can be asked: those of the files, and those that a model has read from pictures. */
export function sourcesOf({ files, looks }: AnalysisState): TableSource[] {
  const read = files.pictures.flatMap(({ name }, at): TableSource[] => {
    const tables = looks[at];
    return tables ? [{ kind: 'image', name, tables }] : [];
  });
  return [...files.sources, ...read];
}

/** Queries that have a result. */
export type AnsweredQuery = AskedQuery & { readonly outcome: Extract<QueryOutcome, { ok: true }> };

export const isAnswered = (query: AskedQuery): query is AnsweredQuery => query.outcome.ok;
