/** A program on this computer that serves models with OpenAI's protocol. */
export interface LocalServer {
  /** Name of the program whose default port it is; another one may be listening there. */
  readonly name: string;
  /** Value for `AI_BASE_URL`, ending in its version. */
  readonly base: string;
  /** Model ids, at most 20, each safe for a line of `.env`. May be empty. */
  readonly models: readonly string[];
}

export interface LocalModels {
  /** Finds servers that answer within about a second. Never rejects: anything else is skipped. */
  find(): Promise<readonly LocalServer[]>;
}
