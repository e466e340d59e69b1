/** Who has signed up. */
export interface SignUpReport {
  readonly email: string;
  readonly name: string;
}

/** Somebody outside who is told of sign-ups, with the consent of those who sign up. */
export interface Analytics {
  /** Resolves once the destination has taken it. Throws otherwise; nothing of the report stands in the error. */
  reportSignUp(report: SignUpReport): Promise<void>;
}
