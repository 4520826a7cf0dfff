/**
 * CPU time of this thread, in milliseconds. Unlike a clock it does not advance while other processes or threads run,
 * such as password hashing in the thread pool.
 */
export function cpuTime(): number {
  // Bun and Deno only provide the CPU time of the whole process.
  const { threadCpuUsage = process.cpuUsage } = process as Partial<NodeJS.Process>
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
