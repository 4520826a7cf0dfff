/** Milliseconds of the system's monotonic clock, which all processes of a machine share. `performance.now()` has its own zero. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
