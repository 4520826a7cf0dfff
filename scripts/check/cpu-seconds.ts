import { readFileSync } from "node:fs"

/** Clock ticks in a second, in `/proc`. */
const ticks = 100

/**
 * Seconds of processor time that this process and its ended children have had; `undefined` where there is no `/proc`. A busy
 * neighbour makes a check slower, and hardly changes this.
 */
export function cpuSeconds(): number | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync("/proc/self/stat", "utf8")) ?? []
    // utime, stime, cutime, cstime: the 14th to the 17th field.
    return (
      fields
        .split(" ")
        .slice(11, 15)
        .map(Number)
        .reduce((sum, time) => sum + time, 0) / ticks
    )
  } catch {
    return undefined
  }
}
