import { availableParallelism } from "node:os"

// Compressing occupies one of libuv's threads. One stays free, because file access and DNS lookups need them too.
const pool = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)
const most = Math.max(1, Math.min(availableParallelism(), pool - 1))

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs `work` when a thread is free. Waiting work has no encoder yet, so a thousand concurrent calls need the memory of
 * a few.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < most) running++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
