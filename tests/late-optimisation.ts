/**
 * For processes of tests, which seldom live long: V8 optimises the embedded database's code only where it is used a lot.
 * That takes a sixth off the processor time of a start, and of a file of tests.
 */
export const LATE_OPTIMISATION = '--wasm-tiering-budget=200000000';
