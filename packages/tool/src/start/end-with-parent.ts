/** How often a process looks whether its parent is still there, in milliseconds. */
const glance = 250

/**
 * Ends this process in order when its parent is gone: a shell that npm puts between dies of a SIGTERM without passing
 * it on, and would leave a server behind, with its port. The timer keeps no process alive.
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
