/**
 * Why a run's work is broken off from outside, as the reason of its abort signal.
 * `cancelled`: by its owner. `lost`: it has ended or is in other hands. `deadline`: its time is up.
 * `stopping`: the server is being stopped.
 */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  readonly why: 'cancelled' | 'lost' | 'deadline' | 'stopping';

  constructor(why: RunStop['why']) {
    super(`the run was stopped: ${why}`);
    this.why = why;
  }
}
