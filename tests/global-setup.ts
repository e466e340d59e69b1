/** Replaced by what the whole run needs once: a database template, a PostgreSQL server. */
export default function setup(): void {}
