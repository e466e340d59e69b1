/** An error response of Stripe. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: object;

  constructor(status: number, error: { type?: string; code?: string; param?: string; message: string }) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
}

export const missing = (kind: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, {
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });
