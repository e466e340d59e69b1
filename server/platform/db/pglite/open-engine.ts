import { type Extensions, PGlite } from '@electric-sql/pglite';
import type { DurableFileSystem } from './durable-file-system.ts';

export interface EngineSetUp {
  /** PostgreSQL settings. */
  readonly settings: Readonly<Record<string, string>>;
  readonly extensions?: Extensions;
  /** Unset: compiles it. */
  readonly code?: WebAssembly.Module;
}

export function openEngine(
  files: DurableFileSystem,
  { settings, extensions = {}, code }: EngineSetUp = { settings: {} },
): PGlite {
  const wanted = { fsync: 'on', wal_sync_method: 'fsync', ...settings };
  return new RawPGlite({
    fs: files,
    extensions,
    ...(code && { pgliteWasmModule: code }),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F would turn fsync off
      ...Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
}

/** Skips the queries for array types that only PGlite's own query() needs: 150 of 550 ms at start. */
class RawPGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}
