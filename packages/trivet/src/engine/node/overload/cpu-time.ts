/**
 * For how many milliseconds this thread has computed. Unlike a clock it stands still while others have the processor,
 * hashes on this process's own threads among them.
 */
export function cpuTime(): number {
  // Bun and Deno tell the time of all threads only.
  const { threadCpuUsage = process.cpuUsage } = process as Partial<NodeJS.Process>
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
