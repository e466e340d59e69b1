/** A sign-up to report. */
export interface SignUpReport {
  readonly email: string;
  readonly name: string;
}

/** An external service that receives sign-ups, with the consent of those who sign up. */
export interface Analytics {
  /** Resolves once the destination has accepted it. Throws otherwise; the error contains nothing of the report. */
  reportSignUp(report: SignUpReport): Promise<void>;
}
