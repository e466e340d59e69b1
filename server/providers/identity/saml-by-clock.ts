import { SAML, type SamlConfig } from '@node-saml/node-saml';
import type { Clock } from '#server/lib/clock.ts';

/** node-saml takes no clock, and tolerating more instead would let expired assertions in. */
export class SamlByClock extends SAML {
  readonly #clock: Clock;

  constructor(clock: Clock, config: SamlConfig) {
    super(config);
    this.#clock = clock;
  }

  protected override checkTimestampsValidityError(
    _now: number,
    ...limits: [notBefore: string, notOnOrAfter: string, maxTimeLimitMs?: number]
  ): Error | null {
    return super.checkTimestampsValidityError(this.#clock.now().getTime(), ...limits);
  }

  /**
   * Some identity providers refuse a request that is too old, or whose fraction of a second ends in 0, as that of a
   * tenth of all milliseconds.
   */
  protected override async generateAuthorizeRequestAsync(
    isPassive: boolean,
    isHttpPostBinding: boolean,
  ): Promise<string> {
    const request = await super.generateAuthorizeRequestAsync(isPassive, isHttpPostBinding);
    const issued = this.#clock.now().toISOString().replace(/\.\d+/, '');
    return request.replace(/(?<= IssueInstant=")[^"]*/, issued);
  }
}
