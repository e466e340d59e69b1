/**
 * What a run has done so far, told by key and figures so that the interface words it (and can reword it later).
 * Each step is evidence of something that happened; none is a guess about the future.
 */
export type RunStep =
  /** The task itself was put in front of the model. */
  | { readonly key: 'read_task'; readonly params: { readonly title: string } }
  /** The project went along: how many of its task titles, of how many, and whether its description was sent. */
  | {
      readonly key: 'used_project';
      readonly params: {
        readonly title: string;
        readonly tasks: number;
        readonly of: number;
        readonly description: boolean;
      };
    }
  /** The answer of an earlier run was sent along, because this one follows it up. */
  | { readonly key: 'used_previous_answer'; readonly params: { readonly characters: number } }
  | { readonly key: 'asked_model'; readonly params: { readonly model: string } }
  /** The model stopped at its token cap and was asked to go on from there. */
  | { readonly key: 'continued_answer'; readonly params: Record<string, never> }
  /** The answer was in another language than chosen and was written again; the text streamed before is void. */
  | { readonly key: 'rewrote_in_language'; readonly params: { readonly language: string } };

/** What a reader of the result has to know about it. Stored with the answer and shown above it. */
export type RunNotice =
  /** The text ends where the model's token cap was reached for the second time. */
  | { readonly key: 'cut_short'; readonly params: Record<string, never> }
  /** At least a part of the text is in another language than the one chosen, after one rewrite. */
  | { readonly key: 'other_language'; readonly params: { readonly language: string } }
  /** Assembled mechanically, by no model. */
  | { readonly key: 'demo'; readonly params: Record<string, never> };
