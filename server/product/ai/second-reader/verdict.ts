import type { Claim } from '../evidence/claim.ts';

/** What a statement rests on: a quote, or a result. */
export type Cited = Pick<Claim, 'id' | 'quote' | 'around' | 'page'>;

/** What a second reader says of a statement and the quotes that it cites. Untrusted: see `isSupported`. */
export type Verdict =
  | { readonly is: 'supported' | 'contradicted' | 'not_said' }
  /** It states nothing that a source could bear out: advice, a label, a question. */
  | { readonly is: 'no_claim' }
  /** It follows by arithmetic, which code repeats. */
  | { readonly is: 'computed'; readonly expression: string };

/** A sentence of the text with the claims that it cites. */
export interface Statement {
  /** `s1`, `s2`, … by place in the text. */
  readonly id: string;
  readonly text: string;
  /** What stands around it on its line, and may be a part of the same sentence. */
  readonly before?: string;
  readonly after?: string;
  readonly claims: readonly Cited[];
}

/** A statement within its line, in braces if there is more of that. */
export const inItsLine = ({ text, before = '', after = '' }: Omit<Statement, 'id' | 'claims'>): string =>
  before + after === '' ? text : [before, `{${text}}`, after].filter((part) => part !== '').join(' ');

/** True if a second reader has found that a statement doesn't follow from its quotes. */
export const isDoubted = (verdict: Verdict | undefined): boolean =>
  verdict?.is === 'contradicted' || verdict?.is === 'not_said';
