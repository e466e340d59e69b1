/** A program of this computer that serves models as OpenAI does. */
export interface LocalServer {
  /** Of the program whose usual port it is: somebody else may sit there. */
  readonly name: string;
  /** As `AI_BASE_URL` wants it, ending in its version. */
  readonly base: string;
  /** Ids of its models, at most 20, each fit for a line of `.env`. May be empty. */
  readonly models: readonly string[];
}

export interface LocalModels {
  /** Those that answer now, within about a second. Never rejects: what does not answer, or not in this form, is not there. */
  find(): Promise<readonly LocalServer[]>;
}
