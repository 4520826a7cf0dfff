/** For how many milliseconds this process has computed. Unlike a clock it stands still while others have the processor. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
