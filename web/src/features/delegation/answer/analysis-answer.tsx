import type { Analysis } from '#domain/analysis/analysis.ts';
import type { Evidence } from '#domain/evidence.ts';
import { FigureView } from '../chart/figure-view.tsx';
import { Computation } from '../evidence/computation.tsx';
import { splitFigures } from '../evidence/split-figures.ts';
import { Answer } from './answer.tsx';

export interface AnalysisAnswerProps {
  markdown: string;
  /** How its figures are shown is kept by it. */
  runId: string;
  language: string;
  evidence: Evidence;
  analysis: Analysis;
}

/** A report with its figures in place, followed by how they were computed. */
export function AnalysisAnswer({ markdown, runId, language, evidence, analysis }: AnalysisAnswerProps) {
  return (
    <>
      {splitFigures(markdown).map((part, at) => {
        // Parts have no id but their index, and a report never changes.
        const key = `part-${at}`;
        if ('markdown' in part)
          return <Answer key={key} markdown={part.markdown} language={language} evidence={evidence} />;
        const figure = analysis.figures.find(({ n }) => n === part.figure);
        const query = analysis.queries.find(({ n }) => n === figure?.query);
        return (
          figure &&
          query && <FigureView key={key} figure={figure} query={query} runId={runId} language={language} />
        );
      })}
      <Computation analysis={analysis} language={language} />
    </>
  );
}
