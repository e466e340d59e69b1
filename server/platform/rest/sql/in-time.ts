/** True until the statement's time is up, an error at the first row after that. */
export const IN_TIME =
  "(clock_timestamp() < statement_timestamp() + (SELECT current_setting('rest.patience')::interval) OR rest.out_of_time())";
