/**
 * The parameters of one statement. They are sent as text of unknown type, so that PostgreSQL infers the type from the
 * context.
 */
export class Parameters {
  readonly values: string[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: string | number): string {
    this.values.push(String(value));
    return `$${this.values.length}`;
  }
}
