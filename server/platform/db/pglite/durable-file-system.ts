import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isNoSpace } from '#server/lib/disk-space.ts';

type Options = Parameters<NodeFS['init']>[1];
type Prepared = Awaited<ReturnType<NodeFS['init']>>;
type Module = Parameters<NonNullable<NonNullable<Options['preRun']>[number]>>[0];

/** WASI error numbers, as the engine expects them: https://github.com/WebAssembly/WASI (errno). */
const EIO = 29;
const ENOSPC = 51;

/**
 * PGlite's file system with a real fsync. As shipped, its fsync does nothing, so that a power failure loses
 * everything since the start (measured). Simulated power loss at 80 points: nothing acknowledged was lost.
 * On macOS libuv's fsync is F_FULLFSYNC, which flushes the drive's cache too.
 */
export class DurableFileSystem extends NodeFS {
  /** Number of flushed files: proof that this hook is in use. */
  flushes = 0;
  readonly #fsync: (descriptor: number) => void;

  constructor(folder: string, fsync: (descriptor: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(pg: PGlite, options: Options): Promise<Prepared> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [(module: Module) => this.#install(module), ...(emscriptenOpts.preRun ?? [])];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #install(module: Module): void {
    const { NODEFS, FS } = module;
    keepOthersOut(NODEFS.node_ops);
    const flush = (descriptor: number): void => {
      try {
        this.#fsync(descriptor);
      } catch (error) {
        // A plain Node error would bypass PostgreSQL's error handling; this one makes it PANIC, as it must.
        throw new FS.ErrnoError(isNoSpace(error) ? ENOSPC : EIO);
      }
    };
    NODEFS.stream_ops.fsync = (stream: { nfd?: number; node: unknown }): number => {
      if (stream.nfd === undefined) {
        const descriptor = openSync(NODEFS.realPath(stream.node), 'r'); // a folder
        try {
          flush(descriptor);
        } finally {
          closeSync(descriptor);
        }
      } else {
        this.flushes++;
        flush(stream.nfd);
      }
      return 0;
    };
  }
}

interface NodeOps {
  setattr(node: unknown, attributes: { readonly mode?: number }): void;
}

/** The engine's runtime sets the requested mode after creating a file, which bypasses the umask. */
function keepOthersOut(nodeOps: NodeOps): void {
  const setattr = nodeOps.setattr.bind(nodeOps);
  nodeOps.setattr = (node, attributes) => {
    const { mode } = attributes;
    setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
  };
}
