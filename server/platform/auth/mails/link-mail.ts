/** Parameters of every mail with a link. */
export interface LinkMail {
  readonly to: string;
  /** URL of `/verify` of this installation. */
  readonly url: string;
  readonly code: string;
}
