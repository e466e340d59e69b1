/** Functions of queries that make one number of the numbers of many rows. */
export const NUMBER_AGGREGATES: readonly string[] =
  'sum total avg median percentile stddev variance slope intercept corr'.split(' ');
