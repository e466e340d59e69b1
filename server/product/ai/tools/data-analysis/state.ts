import type { ChartKind, JoinedTables } from '#domain/analysis/analysis.ts';
import type { TextImage } from '#server/providers/text-model/text-model.ts';
import type { Pivot, QueryOutcome, TableFacts, TableSource } from '../../../files/table-facts.ts';
import type { Seed } from '../../engine/tool-spec.ts';
import type { Draft } from '../../gathering/draft.ts';
import type { SecondReading } from '../../second-reader/second-reading.ts';
import type { ToolInput } from '../../tool.ts';
import type { PlannedJoin } from './joins/planned-join.ts';

/** Attached files, opened. */
export interface AnalysisFiles {
  /** Files with tables that code can read. */
  readonly sources: readonly TableSource[];
  readonly pictures: readonly AnalysisPicture[];
}

export interface AnalysisPicture {
  /** As it is called in notices and beside its copy. */
  readonly name: string;
  readonly image: TextImage;
  /** The scanned page that it is, of one of the `sources`. Omitted: it was attached. */
  readonly page?: { readonly source: number; readonly number: number };
}

export interface PlannedQuery {
  /** Purpose in words, shown beside the result. */
  readonly purpose: string;
  readonly sql: string;
  /** Unit of each result column as the planner declares it; null: none. */
  readonly columns: readonly { readonly name: string; readonly unit: string | null }[];
  /** How it puts tables together. */
  readonly joins: readonly PlannedJoin[];
  /** How its result is pivoted; null: not at all. */
  readonly pivot: Pivot | null;
  readonly chart: PlannedChart | null;
}

/** A chart, by names of its result's columns. */
export interface PlannedChart {
  readonly kind: ChartKind;
  readonly title: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** A query with its outcome; `q1` in the text is the first. */
export interface AskedQuery extends PlannedQuery {
  readonly n: number;
  readonly outcome: QueryOutcome;
  /** What the keys of its tables have in common, counted. */
  readonly joined: readonly JoinedTables[];
  /** Accepted units in the order of the columns; empty: none. */
  readonly units: readonly string[];
}

export interface AnalysisState {
  readonly input: ToolInput;
  readonly seed: Seed;
  readonly files: AnalysisFiles;
  /** Pictures looked at so far, in their order: the transcription, or null if unreadable. */
  readonly looks: readonly (readonly (readonly (readonly string[])[])[] | null)[];
  /** Names of pictures whose transcription was cut off. */
  readonly cut: readonly string[];
  readonly tables: readonly TableFacts[] | null;
  /** Planned queries that haven't run yet. */
  readonly planned: readonly PlannedQuery[];
  /** Planning rounds so far. */
  readonly rounds: number;
  readonly isEnough: boolean;
  readonly asked: readonly AskedQuery[];
  readonly failures: readonly string[];
  readonly text: Draft | null;
  readonly areCellsMended: boolean;
  readonly isMended: boolean;
  readonly reading: SecondReading;
}

/** Returns all tables that can be queried: those of the files, and those read from pictures. */
export function sourcesOf({ files, looks, input }: AnalysisState): TableSource[] {
  const country = input.about?.country ?? null;
  const read = files.pictures.flatMap(({ name: own, page }, at): TableSource[] => {
    const tables = looks[at];
    const name = (page && files.sources[page.source]?.name) ?? own;
    return tables ? [{ kind: 'image', name, tables, country, ...(page && { page: page.number }) }] : [];
  });
  const own = files.sources.map((source, index): TableSource => {
    const lookedAt = files.pictures.flatMap(({ page }, at) =>
      page?.source === index && looks[at] ? page.number : [],
    );
    return source.kind === 'image' || lookedAt.length === 0 ? source : { ...source, lookedAt };
  });
  return [...own, ...read];
}

/** Whether a query has a result. */
export type AnsweredQuery = AskedQuery & { readonly outcome: Extract<QueryOutcome, { ok: true }> };

export const isAnswered = (query: AskedQuery): query is AnsweredQuery => query.outcome.ok;
