/**
 * Flags for the Node that runs tests of an application, one after the other: PGlite is not optimized while they run, which
 * would take longer than they do, and garbage is collected by no second thread.
 */
export const workerFlags: readonly string[] = ["--liftoff-only", "--single-threaded"]

/** Words for Vitest: all files in one process, so that what they import is loaded once. */
export const oneWorker: readonly string[] = ["--no-isolate", "--maxWorkers=1"]

/** The same for an application whose configuration does not name the flags: see joined-config.ts. */
export const oneLightWorker: string = [...oneWorker, ...workerFlags.map((flag) => `--execArgv=${flag}`)].join(
  " ",
)
