import { makeClient } from "./make-client.ts"
import { placeOf, type RedisSettings } from "./redis-settings.ts"

/**
 * The URL of the server that the Sentinels name as the master: the one that more than half of them name, or the one that
 * most of those name that answer. Rejects if none names one. If `failed` could not be used, any other that one of them
 * names is taken: after a failover they learn of the new master one after the other.
 */
export function findMaster(settings: RedisSettings, failed?: string): Promise<string> {
  const { urls } = settings
  const votes = new Map<string, number>()
  const errors: Error[] = []
  return new Promise((resolve, reject) => {
    const count = (url: string): void => {
      const now = (votes.get(url) ?? 0) + 1
      votes.set(url, now)
      // The others need not be waited for: one of them may not answer at all.
      if (failed === undefined ? now * 2 > urls.length : url !== failed) resolve(url)
    }
    const decide = (): void => {
      const [most] = [...votes].toSorted(([, one], [, other]) => other - one)
      if (most !== undefined) resolve(most[0])
      else reject(new AggregateError(errors, errors.map(({ message }) => message).join("; ")))
    }
    const asked = urls.map((url) => ask(url, settings).then(count, (error: Error) => void errors.push(error)))
    void Promise.all(asked).then(decide)
  })
}

async function ask(url: string, settings: RedisSettings): Promise<string> {
  const { connectTimeout, master } = settings
  const client = makeClient(url, settings)
  // It would crash the process; the command rejects too.
  client.on("error", () => undefined)
  const late = setTimeout(() => client.destroy(), connectTimeout)
  try {
    await client.connect()
    const command = ["SENTINEL", "GET-MASTER-ADDR-BY-NAME", master!.name]
    const address = await client.sendCommand<readonly [host: string, port: string] | null>(command)
    if (address === null) throw new Error(`it knows no master ${master!.name}`)
    const [host, port] = address
    return master!.urlAt(host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`)
  } catch (error) {
    throw new Error(`the Sentinel at ${placeOf(url)}: ${(error as Error).message}`, { cause: error })
  } finally {
    clearTimeout(late)
    client.destroy()
  }
}
