import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { z } from 'zod';

const catalogue = z.record(z.string(), z.string());

/**
 * Compiles the catalogues of texts (ICU MessageFormat in `src/texts/<language>/*.json`) while the app is built, so that
 * the browser needs no parser of messages. Throws where a message is broken, with its id.
 */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/texts\/[\w-]+\/[\w.-]+\.json$/ },
      handler: (source) => ({
        code: JSON.stringify(compileAll(catalogue.parse(JSON.parse(source)))),
        map: null,
      }),
    },
  };
}

function compileAll(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compile(id, text)]));
}

function compile(id: string, text: string): unknown {
  try {
    return compileMessage(text);
  } catch (cause) {
    throw new Error(`the text ${id} is not a message`, { cause });
  }
}
