/**
 * For processes of tests, which seldom live long: V8 leaves the embedded database's code as it is first compiled. To
 * optimise the dozen functions that are used a lot takes a third of the processor time of a server's start.
 */
export const NO_OPTIMISATION = '--liftoff-only';
