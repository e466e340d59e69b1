/** How many calls an error remembers. */
const limit = Error.stackTraceLimit;

Error.stackTraceLimit = 0;

/** Errors that are made from now on say again where. */
export function rememberStacks(): void {
  Error.stackTraceLimit = limit;
}
