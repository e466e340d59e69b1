/** An arithmetic expression, computed. */
export interface Evaluated {
  readonly value: number;
  /** Its numbers, as written. */
  readonly operands: readonly string[];
}

/** Longer ones aren't what a sentence says. */
const MOST_CHARACTERS = 200;
const TOKEN = /\s*(\d+(?:\.\d+)?|[-+*/()])/y;

/** Operators by precedence, weakest first. */
const LEVELS: readonly string[][] = [
  ['+', '-'],
  ['*', '/'],
];

/** Computes `+ - * / ( )` over plain numbers; null if it is anything else, or has no finite result. */
export function evaluate(expression: string): Evaluated | null {
  const tokens = tokensOf(expression.replace(/[×·]/g, '*').replace(/[÷:]/g, '/').replace(/[−–]/g, '-'));
  if (tokens === null) return null;
  let at = 0;

  function term(level: number): number | null {
    const operators = LEVELS[level];
    if (operators === undefined) return factor();
    let value = term(level + 1);
    while (value !== null && operators.includes(tokens?.[at] ?? '')) {
      const operator = tokens?.[at] ?? '';
      at += 1;
      const right = term(level + 1);
      value = right === null ? null : apply(operator, value, right);
    }
    return value;
  }

  function factor(): number | null {
    const token = tokens?.[at];
    at += 1;
    if (token === '-') {
      const value = factor();
      return value === null ? null : -value;
    }
    if (token === '(') {
      const value = term(0);
      at += 1;
      return tokens?.[at - 1] === ')' ? value : null;
    }
    return token !== undefined && /^\d/.test(token) ? Number(token) : null;
  }

  const value = term(0);
  if (value === null || at !== tokens.length || !Number.isFinite(value)) return null;
  return { value, operands: tokens.filter((token) => /^\d/.test(token)) };
}

function apply(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return left / right;
  }
}

/** Null if something else is in it. */
function tokensOf(text: string): string[] | null {
  if (text.length > MOST_CHARACTERS) return null;
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const [, token] = TOKEN.exec(trimmed) ?? [];
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens;
}
