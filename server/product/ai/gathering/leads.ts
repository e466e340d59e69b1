import { oneLine } from '#server/lib/one-line.ts';
import { standsIn } from '../evidence/claim.ts';
import { cleanText } from '../language/clean-text.ts';
import { cleanQuery } from './clean-query.ts';
import type { Page } from './sources.ts';

/** A name on a page that may lead further: of a study, a law, a firm. */
export interface Lead {
  readonly name: string;
  /** Host of the page. */
  readonly host: string;
}

/** Leads that a reader may name of one page. */
export const LEADS_PER_PAGE = 3;

const MOST_CHARACTERS = 60;
const MOST_WORDS = 7;

/** Marks of sentences, code and addresses. A colon within a word is part of a name: ISO 9001:2015. */
const NO_NAME = /[!?;<>{}[\]|\\@=#*_`。！？؟।]|:(?!\S)|\/\/|[\p{L}\p{N}-]\.\p{L}{2}/u;
/** A capital letter, a digit, or a letter of a script without capitals. */
const NAMING = /[\p{Lu}\p{Lt}\p{Lo}\p{Nd}]/u;
const QUOTATION_MARKS = /^["'“”„«»‘’]+|["'“”„«»‘’]+$/gu;

/** Keeps names that are short, no addresses, and on the page letter by letter. Whatever they say, they are only searched for. */
export function toLeads({ passages, host }: Page, names: readonly string[]): Lead[] {
  const leads: Lead[] = [];
  for (const each of names.slice(0, LEADS_PER_PAGE)) {
    const name = oneLine(cleanText(each)).replace(QUOTATION_MARKS, '').trim();
    const isName =
      name.length <= MOST_CHARACTERS &&
      name.split(' ').length <= MOST_WORDS &&
      NAMING.test(name) &&
      !NO_NAME.test(name) &&
      cleanQuery(name) === name;
    if (isName && standsIn(passages, name)) leads.push({ name, host });
  }
  return leads;
}
