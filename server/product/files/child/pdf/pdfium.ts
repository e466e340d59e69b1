import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

declare global {
  /** What is used of Emscripten's runtime: PDFium's package refers to this type and doesn't bring it. */
  interface EmscriptenModule {
    readonly wasmBinary: ArrayBuffer;
    readonly HEAPU8: Uint8Array;
    readonly HEAPU32: Uint32Array;
    readonly HEAPF32: Float32Array;
    readonly HEAPF64: Float64Array;
    // Called for each letter or object: the package's wrappers take ten times as long.
    readonly _FPDFPage_GetObject: (page: number, at: number) => number;
    readonly _FPDFFormObj_GetObject: (form: number, at: number) => number;
    readonly _FPDFPageObj_GetType: (object: number) => number;
    readonly _FPDFPageObj_GetMatrix: (object: number, matrix: number) => number;
    readonly _FPDFPageObj_GetBounds: (
      object: number,
      left: number,
      bottom: number,
      right: number,
      top: number,
    ) => number;
    readonly _FPDFPageObj_CountMarks: (object: number) => number;
    readonly _FPDFPageObj_GetMark: (object: number, at: number) => number;
    readonly _FPDFTextObj_GetFontSize: (object: number, size: number) => number;
    readonly _FPDFTextObj_GetFont: (object: number) => number;
    readonly _FPDFFont_GetBaseFontName: (font: number, name: number, size: number) => number;
    readonly _FPDFText_IsGenerated: (text: number, at: number) => number;
    readonly _FPDFText_GetTextObject: (text: number, at: number) => number;
    readonly _FPDFText_HasUnicodeMapError: (text: number, at: number) => number;
    readonly _FPDFText_GetUnicode: (text: number, at: number) => number;
    readonly _FPDFText_GetLooseCharBox: (text: number, at: number, box: number) => number;
    readonly _FPDFText_GetCharOrigin: (text: number, at: number, x: number, y: number) => number;
  }
}

export type Pdfium = WrappedPdfiumModule;
/** Address in PDFium's memory. */
export type Pointer = number;

/** Starts PDFium, compiled to WebAssembly. It has no access to files, network or fonts of the system. */
export async function startPdfium(): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = await init({ wasmBinary: Uint8Array.from(wasm).buffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Longer strings, such as a comment with a whole book in it, are ignored. */
const STRING_BYTES = 200_000;

/**
 * Reads UTF-16 from a function of PDFium that writes at most `size` bytes to `at` and returns how many the whole has,
 * with its end. Empty if there is none.
 */
export function readString({ pdfium }: Pdfium, write: (at: Pointer, size: number) => number): string {
  const size = write(0, 0);
  if (size <= 2 || size > STRING_BYTES) return '';
  const at = pdfium.wasmExports.malloc(size);
  try {
    write(at, size);
    // Without the end.
    return Buffer.from(pdfium.HEAPU8.subarray(at, at + size - 2)).toString('utf16le');
  } finally {
    pdfium.wasmExports.free(at);
  }
}

/** Numbers that PDFium returns through pointers. */
export interface Scratch {
  /** Room for six numbers of 8 bytes. */
  readonly at: Pointer;
  /** The number at this place among 64 bit floats, or 32 bit ones. */
  readonly double: (place: number) => number;
  readonly float: (place: number) => number;
  readonly integer: () => number;
}

const SCRATCH_BYTES = 48;

export function makeScratch({ pdfium }: Pdfium): Scratch {
  const at = pdfium.wasmExports.malloc(SCRATCH_BYTES);
  return {
    at,
    // Memory may grow, and then has a new view.
    double: (place) => pdfium.HEAPF64[at / 8 + place] ?? 0,
    float: (place) => pdfium.HEAPF32[at / 4 + place] ?? 0,
    integer: () => pdfium.HEAPU32[at / 4] ?? 0,
  };
}
