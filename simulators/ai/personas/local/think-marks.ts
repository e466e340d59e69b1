import type { Voice } from '../persona.ts';
import { sayText } from '../plain-voice.ts';

/**
 * Thinking that the server leaves in the text, between tags. `closing-only`: the template opens the block, as Qwen
 * 3.5's does, so that the model only writes the closing tag (vLLM 0.20.1 docs of the qwen3 parser; llama.cpp 23320).
 */
export function thinkInText(marks: 'both' | 'closing-only'): Pick<Voice, 'thought' | 'text'> {
  let state: 'before' | 'within' | 'after' = 'before';
  return {
    thought(piece) {
      const opening = state === 'before' && marks === 'both' ? '<think>\n' : '';
      state = 'within';
      return sayText(`${opening}${piece}`);
    },
    text(piece) {
      const closing = state === 'within' ? '\n</think>\n\n' : '';
      state = 'after';
      return sayText(`${closing}${piece}`);
    },
  };
}
