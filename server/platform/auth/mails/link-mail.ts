/** What every mail with a link is given. */
export interface LinkMail {
  readonly to: string;
  /** Opens `/verify` of this installation. */
  readonly url: string;
  readonly code: string;
}
