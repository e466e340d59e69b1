import { useState } from 'react';
import { type ModelReport, modelReport } from '#domain/model-report.ts';
import { t } from '../../texts/later.ts';
import { logProblem } from '../log.ts';
import { callFunction, FunctionRefusedError } from '../server/call-function.ts';

export interface ModelCheck {
  /** Null until the first result. */
  readonly report: ModelReport | null;
  readonly failure: string | null;
  readonly isRunning: boolean;
  run(): Promise<void>;
}

/** Runs one check at a time of what the connected models accept and do. */
export function useModelCheck(): ModelCheck {
  const [report, setReport] = useState<ModelReport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);

  async function run(): Promise<void> {
    setIsRunning(true);
    setReport(null);
    setFailure(null);
    try {
      setReport(modelReport.parse(await callFunction('check-models', {})));
    } catch (error) {
      logProblem('the models could not be checked', error);
      setFailure(isWait(error) ? error.message : t('connect.check.failed'));
    } finally {
      setIsRunning(false);
    }
  }
  return { report, failure, isRunning, run };
}

const isWait = (error: unknown): error is FunctionRefusedError =>
  error instanceof FunctionRefusedError && ['too_many_tries', 'already_running'].includes(error.code);
