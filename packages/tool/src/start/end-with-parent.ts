/** How often a process checks whether its parent still runs, in milliseconds. */
const glance = 250

/**
 * Stops this process gracefully when its parent has ended: a shell started by npm dies from SIGTERM without passing it
 * on, and would leave a server behind that keeps its port. The timer does not keep the process alive.
 */
export function endWithParent(end: () => void = () => process.kill(process.pid, "SIGTERM")): () => void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, glance).unref()
  return () => clearInterval(timer)
}
