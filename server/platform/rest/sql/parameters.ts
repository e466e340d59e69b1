/** The values of one statement. They are sent as text of unknown type, so that PostgreSQL reads them as the column they meet. */
export class Parameters {
  readonly values: string[] = [];

  /** Returns the placeholder that stands for the value. */
  add(value: string | number): string {
    this.values.push(String(value));
    return `$${this.values.length}`;
  }
}
