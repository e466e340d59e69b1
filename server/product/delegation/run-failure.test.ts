import { describe, expect, it } from 'vitest';
import { IMAGE_TASK_TYPES } from '#domain/ai-task.ts';
import { RUN_ERROR_MESSAGES, runErrorMessage } from '#domain/run/run-messages.ts';
import { createWorkGate } from '#server/lib/work-gate.ts';
import { DatabaseError } from '#server/platform/db/database.ts';
import { ObjectStoreError } from '#server/providers/object-store/object-store.ts';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { createFileWork } from '../files/file-work.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { nextStep } from './next-step.ts';
import { toRunFailure } from './run-failure.ts';

const caught = (work: () => Promise<unknown>): Promise<unknown> => work().catch((error: unknown) => error);

describe('a run', () => {
  it('is requeued while too many files wait', async () => {
    const gate = createWorkGate({ parallel: 1, waiting: 0 });
    const end = Promise.withResolvers<void>();
    const working = gate(() => end.promise);
    const failure = toRunFailure(await caught(() => gate(async () => undefined)));
    end.resolve();
    await working;
    const situation = { calls: 0, maxCalls: 4, timeLeft: 600_000, limits: DEFAULT_LIMITS, random: 0.5 };
    expect(nextStep(failure, situation)).toEqual({ act: 'release', wait: 30_000 });
    expect(nextStep(failure, { ...situation, timeLeft: 20_000 })).toEqual({ act: 'fail', code: 'busy' });
  });

  it('whose file takes too long ends with a message of its own', async () => {
    const impatient = createFileWork({ limit: 1 });
    const failure = toRunFailure(await caught(() => impatient.readPdf(makePdf(['A page.']))));
    expect(failure).toMatchObject({ code: 'file_limits', retryable: false, needsOperator: false });
    for (const type of ['doc_summary', ...IMAGE_TASK_TYPES] as const)
      expect(runErrorMessage('file_limits', type)).toContain('too much time or memory');
    expect(RUN_ERROR_MESSAGES.file_limits).not.toBe(RUN_ERROR_MESSAGES.internal);
  });

  it('is requeued while the store for files does not answer, and ends if that refuses', () => {
    const silent = toRunFailure(new ObjectStoreError('unreachable', 'silence'));
    const situation = { calls: 0, maxCalls: 4, timeLeft: 600_000, limits: DEFAULT_LIMITS, random: 0.5 };
    expect(nextStep(silent, situation)).toEqual({ act: 'release', wait: 30_000 });
    const refused = toRunFailure(new ObjectStoreError('refused', 'a wrong key'));
    expect(nextStep(refused, situation)).toEqual({ act: 'fail', code: 'internal' });
  });

  it('is requeued while the database has no room or others hold its rows, and ends if that refuses', () => {
    const situation = { calls: 0, maxCalls: 4, timeLeft: 600_000, limits: DEFAULT_LIMITS, random: 0.5 };
    for (const code of ['53100', '53300', '55P03', '57P01']) {
      const failure = toRunFailure(new DatabaseError(code, 'not now'));
      expect(nextStep(failure, situation), code).toEqual({ act: 'release', wait: 30_000 });
    }
    const refused = toRunFailure(new DatabaseError('23514', 'never'));
    expect(nextStep(refused, situation)).toEqual({ act: 'fail', code: 'internal' });
  });

  it('ends if the bug is ours', () => {
    expect(toRunFailure(new TypeError('x'))).toMatchObject({ code: 'internal', retryable: false });
  });
});
