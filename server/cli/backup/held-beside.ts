/** True for files that only exist in the data folder of a running program: its lock, and a database being created. */
export const isHeldBeside = (name: string): boolean => /^database\.(lock|new-)/.test(name);
