import type { Clock } from '#server/lib/clock.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { ScanReader } from '#server/providers/scan-reader/scan-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../files/file-work.ts';
import type { Role } from './action.ts';

/** Everything of the world that a tool of several steps can reach. */
export interface Effects {
  readonly textModel: TextModel;
  readonly models: Readonly<Record<Role, string>>;
  /** Tokens that a model takes at once; Infinity where that is not known, or enough. */
  readonly windowOf: (model: string) => number;
  /** Null for tools that do not reach the web. */
  readonly search: SearchEngine | null;
  readonly pages: PageReader | null;
  /** Left out where no reader of scans is configured. */
  readonly scans?: ScanReader;
  /** Left out for tools that read no tables. */
  readonly tables?: Pick<FileWork, 'profileTables' | 'queryTables'>;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Retry policy for transient failures. Milliseconds. */
export interface Patience {
  /** Calls of one step, restarts included; the table of calls counts them too. */
  readonly calls: number;
  /** The first wait; it doubles. */
  readonly delay: number;
  /** A longer one gives the run back to the queue. */
  readonly inPlace: number;
}

export const PATIENCE: Patience = { calls: 4, delay: 1_000, inPlace: 20_000 };
