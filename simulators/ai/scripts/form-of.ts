import { type ChatRequest, textOf } from '../chat-request.ts';

/** Names of the forms, by the fields of the example in the prompt; for a list, also the fields of its first entry. */
const FORMS: Readonly<Record<string, string>> = {
  'queries question': 'search_plan',
  'brief questions': 'research_plan',
  queries: 'more_queries',
  questions: 'questions',
  'claims: answers quote text': 'claims',
  'claims leads: answers quote text': 'claims',
  'follow: id words': 'leads',
  'claims: quote text': 'pdf_claims',
  'claims: id text': 'rewording',
  'more queries: chart columns joins pivot purpose sql': 'table_queries',
  'computed contradicted no_claim not_said supported': 'verdicts',
  'sentences: id text': 'corrections',
  'covered missing': 'points',
  lines: 'page_lines',
  tables: 'picture_tables',
  'tables: rows': 'picture_tables',
};

/**
 * Returns the name of the requested form. A request without a schema, because its server doesn't support any, only
 * has the example in its system message, which is also all a real model would see.
 */
export function formOf(request: ChatRequest): string | undefined {
  const named = request.response_format?.json_schema.name;
  if (named !== undefined) return named;
  const rules = request.messages.filter(({ role }) => role === 'system').map(textOf);
  return rules.flatMap(examplesIn).findLast((form) => form !== undefined);
}

/** Returns the forms of the top-level JSON objects in a text. */
function examplesIn(text: string): (string | undefined)[] {
  const starts = [...text.matchAll(/\{"/g)].map(({ index }) => index);
  let end = 0;
  return starts.flatMap((start) => {
    // An object within another isn't an example by itself.
    if (start < end) return [];
    const object = objectAt(text, start);
    if (object === null) return [];
    end = start + object.length;
    return [FORMS[signatureOf(JSON.parse(object.text))]];
  });
}

function objectAt(text: string, start: number): { text: string; length: number } | null {
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    const piece = text.slice(start, end + 1);
    if (isJson(piece)) return { text: piece, length: piece.length };
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the field names, and those of a list's entries: `claims: quote text`. */
function signatureOf(example: unknown): string {
  const names = namesOf(example);
  const lists = Object.entries(example ?? {}).flatMap(([name, value]) => {
    const inner = Array.isArray(value) ? namesOf(value[0]) : [];
    return inner.length === 0 || name === 'questions' ? [] : [inner];
  });
  return [names.join(' '), ...lists.map((inner) => inner.join(' '))].join(': ');
}

function namesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).sort()
    : [];
}
