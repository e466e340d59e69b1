/**
 * Why a run's work is aborted, as the reason of its signal. `cancelled`: by its owner. `lost`: it has ended or
 * another worker has it. `deadline`: it took too long. `stopping`: the server is shutting down.
 */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  readonly why: 'cancelled' | 'lost' | 'deadline' | 'stopping';

  constructor(why: RunStop['why']) {
    super(`the run was stopped: ${why}`);
    this.why = why;
  }
}
