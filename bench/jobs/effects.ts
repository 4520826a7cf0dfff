/** How many jobs a runner runs at a time. */
export const concurrency = 10

/** Connections of the pool: one for each job, and some to take jobs with. Each runner has one more, which listens. */
export const poolSize = 13

/** The name of the job. */
export const queue = "orders/bill"

/** The table that the handler writes to. */
export const createEffects = "create table effects (job int not null)"
