import { readdirSync, readFileSync } from "node:fs"

// What Linux counts in. Every kernel that is built for servers and desktops has 100 ticks a second here.
const tick = 10_000_000

/**
 * The CPU time that all threads of a process have had, user and system, in nanoseconds. `/proc/<pid>/stat` has the
 * same in ticks of 10 ms, too coarse for rounds of two seconds.
 */
export function cpuTimeOf(pid: number): number {
  const threads = `/proc/${pid}/task`
  let total = 0
  for (const thread of readdirSync(threads)) {
    total += Number(readFileSync(`${threads}/${thread}/schedstat`, "utf8").split(" ")[0])
  }
  return total
}

/** The CPU time of the whole machine, in nanoseconds: of all processes, and what its host took away. */
export function cpuTimeOfAll(): number {
  const [user, nice, system, , , interrupts, softInterrupts, stolen] = readFileSync("/proc/stat", "utf8")
    .slice("cpu ".length)
    .trimStart()
    .split(" ", 8)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return (user + nice + system + interrupts + softInterrupts + stolen) * tick
}

/** The CPU time of this process and of all its children that have ended, in nanoseconds. */
export function cpuTimeOfOwn(): number {
  const stat = readFileSync("/proc/self/stat", "utf8")
  // The name of the program, in parentheses, may hold blanks.
  const [user, system, childrenUser, childrenSystem] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number) as [number, number, number, number]
  return (user + system + childrenUser + childrenSystem) * tick
}
