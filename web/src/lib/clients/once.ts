/** Creates on first use. A failure isn't kept: the next call tries again. */
export function once<Made>(create: () => Promise<Made>): () => Promise<Made> {
  let creating: Promise<Made> | undefined;
  return () => {
    creating ??= create().catch((error: unknown) => {
      creating = undefined;
      throw error;
    });
    return creating;
  };
}
