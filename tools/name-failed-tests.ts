import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { ROOT } from './run.ts';

/** Keeps a failure to a few lines, so that all of them fit into the end of a log that was cut. */
const LONGEST_REASON = 300;

/**
 * Names, as the last words of a run, what failed and what passed only the second time, each with the reason of every
 * attempt: the end is what a log shows first, and often all that is kept of it.
 */
export class NameFailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    for (const module of modules) this.#name(module);
    for (const error of unhandled) console.log(`\nUNHANDLED  ${firstLine(error.message)}`);
  }

  #name(module: TestModule): void {
    const path = relative(ROOT, module.moduleId);
    for (const suite of [module, ...module.children.allSuites()]) {
      for (const error of suite.errors()) console.log(`\nFAILED  ${path}\n  ${firstLine(error.message)}`);
    }
    for (const test of module.children.allTests()) {
      const verdict = verdictOf(test);
      if (!verdict) continue;
      console.log(`\n${verdict}  ${path} > ${test.fullName}`);
      for (const error of test.result().errors ?? []) console.log(`  ${firstLine(error.message)}`);
    }
  }
}

function verdictOf(test: TestCase): 'FAILED' | 'FLAKY' | undefined {
  if (test.result().state === 'failed') return 'FAILED';
  return test.diagnostic()?.flaky ? 'FLAKY' : undefined;
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.slice(0, LONGEST_REASON) ?? '';
