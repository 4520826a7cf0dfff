import { type ChildProcess, fork } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"
import type { AuthSettingsInput } from "../../src/index.ts"

interface Running {
  readonly url: string
  readonly child: ChildProcess
}

// How many tokens are checked for each step: TRIVET_LONG=1 npx vitest run packages/auth/tests/rotation
const isLong = process.env["TRIVET_LONG"] === "1"
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL")
})

async function start(settings: AuthSettingsInput): Promise<Running> {
  const { flags } = await joinedSources()
  const child = fork(join(import.meta.dirname, "program.ts"), [JSON.stringify(settings)], {
    execArgv: [...flags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  })
  started.push(child)
  const [port] = (await once(child, "message")) as [number]
  return { url: `http://127.0.0.1:${port}`, child }
}

async function stop({ child }: Running): Promise<void> {
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  await gone
}

const issue = async ({ url }: Running): Promise<string> =>
  ((await (await fetch(`${url}/tokens`, { method: "POST" })).json()) as { token: string }).token

const take = async ({ url }: Running, token: string): Promise<number> =>
  (await fetch(`${url}/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** Two processes under load, each replaced in turn by one with the next settings. Returns how many tokens were rejected. */
async function rotate(
  steps: readonly AuthSettingsInput[],
  perStep: number,
): Promise<{ readonly rejected: number; readonly oldest: string; readonly running: readonly Running[] }> {
  const running = [await start(steps[0]!), await start(steps[0]!)]
  const oldest = await issue(running[0]!)
  let [rejected, checked] = [0, 0]
  const over = new AbortController()
  const client = async (from: number) => {
    while (!over.signal.aborted) {
      // A process that is replaced answers what it has accepted, so both are asked before it is gone.
      const [issuer, taker] = [running[from]!, running[1 - from]!]
      const token = await issue(issuer).catch(() => undefined)
      const status = token === undefined ? undefined : await take(taker, token).catch(() => undefined)
      if (status === undefined) continue
      checked++
      if (status !== 200) rejected++
    }
  }
  const load = (isLong ? [0, 1, 0, 1] : [0, 1]).map(client)
  const enough = async (count: number) => {
    await expect.poll(() => checked, { timeout: 60_000 }).toBeGreaterThan(count)
  }
  await enough(perStep)
  for (const settings of steps.slice(1))
    for (const at of [0, 1]) {
      const before = running[at]!
      running[at] = await start(settings)
      await stop(before)
      await enough(checked + perStep / 2)
    }
  over.abort()
  await Promise.all(load)
  return { rejected, oldest, running }
}

const pem = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const [secret, open] = [
    privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey.export({ type: "spki", format: "pem" }).toString(),
  ]
  return {
    secret: { algorithm: "EdDSA", key: secret } as const,
    open: { algorithm: "EdDSA", key: open } as const,
  }
}

const [old, next] = ["the old secret, longer than 32 bytes", "the new secret, longer than 32 bytes"]
const [oldPair, nextPair] = [pem(), pem()]

describe("tokens of two processes under load", () => {
  it.each<readonly [string, readonly AuthSettingsInput[]]>([
    ["secrets", [{ secret: old }, { secret: [old, next] }, { secret: [next, old] }, { secret: next }]],
    [
      "key pairs",
      [
        { keys: [oldPair.secret] },
        { keys: [oldPair.secret, nextPair.open] },
        { keys: [nextPair.secret, oldPair.open] },
        { keys: [nextPair.secret] },
      ],
    ],
  ])(
    "are all accepted while %s are replaced as the guide says, and the old ones not afterwards",
    async (_, steps) => {
      const { rejected, oldest, running } = await rotate(steps, isLong ? 200 : 40)
      expect(rejected).toBe(0)
      for (const one of running) expect(await take(one, oldest)).toBe(401)
    },
  )

  it("are rejected if the old secret goes before the new one is known everywhere", async () => {
    const { rejected } = await rotate([{ secret: old }, { secret: next }], 50)
    expect(rejected).toBeGreaterThan(0)
  })
})
