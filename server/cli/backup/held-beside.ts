/** What lies in the data folder for the sake of a running program alone: its lock, and a database that is being made. */
export const isHeldBeside = (name: string): boolean => /^database\.(lock|new-)/.test(name);
