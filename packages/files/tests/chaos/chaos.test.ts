import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { Database } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fileMigrations } from "../../src/index.ts"
import { createBucket } from "../servers/create-bucket.ts"
import type { ObjectStore } from "../servers/object-store.ts"
import { PrivateCeph } from "../servers/private-ceph.ts"
import { PrivateSwift } from "../servers/private-swift.ts"
import { checkAgainst, type Model } from "./check-against.ts"

const long = process.env["TRIVET_LONG"] === "1"
/** Operations of all processes together, and how often something is killed meanwhile. */
const operations = long ? 10_000 : 600
const kills = long ? 60 : 6

let postgres: PrivatePostgres
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
  postgres = await PrivatePostgres.start()
  const db = new Database<object>({ url: postgres.url, migrations: [fileMigrations], migrateAtStart: true })
  await db.onStart()
  await db.onStop()
})
afterAll(async () => {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const program = join(import.meta.dirname, "programs/worker.ts")

function start(model: Model, url: string): ChildProcess {
  const args = ["--conditions=@trivet/source", program, postgres.url, url]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  createInterface(child.stdout).on("line", (line) => {
    const [what, id = "", digest = ""] = line.split(" ")
    if (what === "op") model.operations++
    else if (what === "put") model.put.set(id, digest)
    else if (what === "deleting") model.deleting.add(id)
    else model.wrong.push(line)
  })
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "close")
  child.kill("SIGKILL")
  await ended
}

const starts: Readonly<Record<string, () => Promise<ObjectStore>>> = {
  radosgw: () => PrivateCeph.start(),
  Swift: () => PrivateSwift.start(),
}

describe("files while processes, PostgreSQL and the store are killed", () => {
  it.each(long ? ["a folder", "radosgw", "Swift"] : ["a folder"])(
    `lose nothing that a committed row names in ${operations} operations on %s`,
    async (place) => {
      const server = await starts[place]?.()
      if (server !== undefined) await createBucket(server.url)
      const url = server?.url ?? `folder://${folder}/files`
      const model: Model = { operations: 0, put: new Map(), deleting: new Set(), wrong: [] }
      const workers = [start(model, url), start(model, url)]
      for (let done = 0; done < kills; done++) {
        const until = (operations / kills) * (done + 1)
        await expect.poll(() => model.operations, { timeout: 240_000 }).toBeGreaterThan(until)
        if (done % 3 === 2) {
          await postgres.stop("immediate")
          await sleep(200)
          await postgres.start()
        } else if (done % 3 === 1 && server !== undefined) {
          await server.kill()
          await server.restart()
        } else {
          await kill(workers[done % 2]!)
          workers[done % 2] = start(model, url)
        }
      }
      await Promise.all(workers.map(kill))
      // All leftovers expire.
      await sleep(3_500)
      try {
        const found = await checkAgainst(model, postgres.url, url)
        expect(found).toEqual({ wrong: [], lost: [], halves: [], leftovers: 0, strangers: [] })
        expect(model.put.size).toBeGreaterThan(operations / 10)
      } finally {
        await server?.stop()
        await postgres.query("truncate stored_files, stored_file_leftovers")
      }
    },
    // Two hours: each restart takes seconds.
    long ? 7_200_000 : undefined,
  )
})
