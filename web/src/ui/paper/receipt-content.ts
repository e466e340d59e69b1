export interface TrailStep {
  /** Seconds since the work began. */
  at: number;
  text: string;
  /** Shown after the text, but not announced, since it changes every second. */
  note?: string;
}

export interface SentTo {
  /** "To ai.example, model a/b:"; undefined for runs of an older server. */
  to?: string;
  what: readonly string[];
}

/** What a receipt says in words, on screen and in files. */
export interface ReceiptContent {
  /** "No. 0047" */
  number: string;
  /** "Answer. Fri 20 Nov 2026, 09:14" */
  note: string;
  title: string;
  steps: readonly TrailStep[];
  /** Total duration in seconds. */
  took?: number;
  /** Questions before it started, each with its answer or what was assumed. */
  asked?: readonly (readonly [question: string, answer: string])[];
  /** Recipients and what each was sent. */
  sent: readonly SentTo[];
  /** What was promised, and what became of it. */
  promise?: { readonly heading: string; readonly lines: readonly string[] } | null;
  /** Further facts: model, language. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Cost and credits left; the first is bold. */
  cost: readonly (readonly [label: string, value: string])[];
}
