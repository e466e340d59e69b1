import type { Clock } from '#server/lib/clock.ts';
import type { PageReader } from '#server/providers/page-reader/page-reader.ts';
import type { ScanReader } from '#server/providers/scan-reader/scan-reader.ts';
import type { SearchEngine } from '#server/providers/search/search.ts';
import type { TextModel } from '#server/providers/text-model/text-model.ts';
import type { FileWork } from '../../files/file-work.ts';
import type { ToolContext } from '../tool.ts';
import type { PictureDone, Role } from './action.ts';

/** All I/O available to a tool. */
export interface EngineEffects {
  /** Null for a picture that is made from the task alone. */
  readonly textModel: TextModel | null;
  readonly models: Readonly<Record<Role, string | null>>;
  /** Context window of a model in tokens; Infinity if unknown or ample. */
  readonly windowOf: (model: string) => number;
  /** Whether a prompt that is too long for its model ends this attempt, because another takes less. */
  readonly mayTakeLess?: boolean;
  /** Null for tools without web access. */
  readonly search: SearchEngine | null;
  readonly pages: PageReader | null;
  /** Undefined if no OCR is configured. */
  readonly scans?: ScanReader;
  /** Undefined for tools that read no tables. */
  readonly tables?: Pick<FileWork, 'profileTables' | 'queryTables'>;
  /** Makes the run's picture from a brief, or from its task. Undefined for tools that make none. */
  readonly makePicture?: (brief: string | null, context: ToolContext) => Promise<PictureDone>;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Those of a tool whose models write. */
export interface Effects extends EngineEffects {
  readonly textModel: TextModel;
  readonly models: RoleModels;
}

/** Null as checker: nobody reads the sentences a second time. Null as viewer: nobody looks at pictures. */
export type RoleModels = Readonly<
  Record<'planner' | 'reader' | 'writer', string> & Record<'checker' | 'viewer', string | null>
>;

/** One model in each role that writes or reads text. */
export const oneModel = (model: string): RoleModels => ({
  planner: model,
  reader: model,
  writer: model,
  checker: null,
  viewer: null,
});

/** Retry policy for transient failures, in milliseconds. */
export interface Patience {
  /**
   * Calls of one step, including those before a restart; the table of calls counts them too. With one, a step that
   * must succeed is tried again by its run, whose journal has the others.
   */
  readonly calls: number;
  /** The first delay; it doubles each time. */
  readonly delay: number;
  /** A longer wait returns the run to the queue. */
  readonly inPlace: number;
  /** Longest duration of an action that the tool can do without, all calls together. */
  readonly spare: number;
}

export const PATIENCE: Patience = { calls: 4, delay: 1_000, inPlace: 20_000, spare: 60_000 };
