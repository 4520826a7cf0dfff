/** The schema of the tables for jobs. */
export const schema = "pgboss"
