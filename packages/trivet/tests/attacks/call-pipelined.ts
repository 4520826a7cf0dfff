import assert from "node:assert/strict"
import type { AttackedProcess } from "./attacked-process.ts"
import { request } from "./requests.ts"

const batch = 200

/** Makes many calls on one connection, always some hundred ahead of their replies; gives how often each status came. */
export async function callPipelined(
  attacked: AttackedProcess,
  targets: readonly string[],
): Promise<Record<number, number>> {
  const socket = await attacked.open()
  const statuses: Record<number, number> = {}
  for (let from = 0; from < targets.length; from += batch) {
    const some = targets.slice(from, from + batch)
    socket.write(Buffer.concat(some.map((target) => request("GET", target))))
    for (const target of some) {
      const reply = await socket.reply()
      assert.ok(reply, target)
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
    }
  }
  socket.end()
  return statuses
}
