import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

/** What is needed of it: TypeScript has WebAssembly only among the types of browsers. */
declare global {
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
  }
}

const FILE = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));

/**
 * Bytes of a function that run before V8 optimises it. By its own value the engine's code is optimised while the program
 * starts, the largest functions after a hundred rounds of a loop: 0.5 to 0.9 s of processor time, which the start itself
 * needs. Three times as much would save another 0.1 s of it, and a hot function would lose more by waiting than compiling
 * it takes.
 */
const PATIENCE = 300_000_000;
/** V8's own value, which is put back. Another one would make Node compile its modules instead of using its cached code. */
export const DEFAULT_PATIENCE = 13_000_000;

let code: WebAssembly.Module | undefined;

/**
 * The engine's code, compiled once for the process: an engine that is restarted runs what was optimised before. In one
 * piece on the calling thread, so that no other module is loaded while the flag is set.
 */
export function engineCode(): WebAssembly.Module {
  if (code) return code;
  setFlagsFromString(`--wasm-tiering-budget=${PATIENCE}`);
  try {
    code = new WebAssembly.Module(readFileSync(FILE));
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${DEFAULT_PATIENCE}`);
  }
  return code;
}
