import { openSocket } from "trivet/client"
import { Room } from "./room.ts"

// Opens so many connections to a room, and says how far they are: `{ least, most, wrong }`, twenty times a second.
const [, , url = "", count = "1"] = process.argv
const seen = Array.from({ length: Number(count) }, () => -1)
/** Messages that came twice, or after one that was left out. */
let wrong = 0

async function listen(client: number): Promise<void> {
  for await (const { data } of openSocket(Room, { url, params: { id: "1" } })) {
    const at = data.at ?? 0
    if (at !== seen[client]! + 1 && seen[client] !== -1) wrong++
    seen[client] = at
  }
}

seen.forEach((_, client) => void listen(client))
setInterval(() => process.send!({ least: Math.min(...seen), most: Math.max(...seen), wrong }), 50)
