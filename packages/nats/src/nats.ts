import {
  Clock,
  Describe,
  inject,
  MemoryTopics,
  type Module,
  module,
  type NamedToken,
  provide,
  type Provider,
  token,
  Topics,
} from "trivet"
import { checkOptions, type OptionNames, Production, AppLog } from "trivet/extend"
import { fault } from "./faults.ts"
import { NatsConnection } from "./nats-connection.ts"
import type { NatsConnectionOptions } from "./nats-settings.ts"
import { NatsTopics, type NatsTopicsOptions } from "./nats-topics.ts"
import "./version.ts"

/** Options of `nats()`. */
export interface NatsOptions extends Omit<NatsConnectionOptions, "url" | "lazy"> {
  /**
   * The first word of every subject, and the beginning of the stream's name: letters, digits, `-` and `_`. It must
   * differ for each application on the server, unless they share their topics.
   */
  readonly prefix: string
  /**
   * The address, as in `NatsConnectionOptions`, or a function that returns it and may call `inject()`. Default: the
   * variable `NATS_URL`. Without an address topics are in memory; in production that is a fault.
   */
  readonly url?: string | (() => string | undefined) | undefined
  /** How much of topics is kept. */
  readonly topics?: NatsTopicsOptions
  /** Modules that export what the function `url` injects. Default: none. */
  readonly imports?: readonly Module[]
}

const optionNames: OptionNames<NatsOptions> = {
  prefix: true,
  url: true,
  topics: true,
  imports: true,
  connectTimeout: true,
  timeout: true,
  startWait: true,
}

const usual = "nats://127.0.0.1:4222"

/**
 * Makes the module of NATS, which exports `Topics` and `NatsConnection`: `nats({ prefix: "blog" })`. On the CLI platform it
 * connects at first use.
 */
export function nats(options: NatsOptions): Module {
  checkOptions(options, optionNames, "nats()")
  const { prefix, topics = {}, imports = [] } = options
  const url = token<string | undefined>("the URL of NATS")
  return module({
    name: "nats",
    imports,
    exports: [NatsConnection, Topics],
    declarations: [
      provide(url, () => urlOf(options)),
      provide(NatsConnection, () => createConnection(options, inject(url))),
      provide(Topics, () =>
        inject(url) === undefined
          ? new MemoryTopics({ ...topics, clock: inject(Clock) })
          : new NatsTopics(inject(NatsConnection), prefix, topics),
      ),
      provideWarning(url),
    ],
  })
}

function createConnection(options: NatsOptions, url: string | undefined): NatsConnection {
  const describe = inject(Describe)
  // For topics in memory nothing uses the connection. Application code that uses it directly gets the default address.
  const place =
    url === undefined ? { url: usual, lazy: true } : { url, lazy: () => describe().platform === "cli" }
  return new NatsConnection({ ...options, ...place }, inject(AppLog))
}

/** Logged at start, not in the constructor: tools that inspect the application construct it too. */
function provideWarning(url: NamedToken<string | undefined>): Provider {
  return provide(token<object>("warning of NATS"), () => {
    const log = inject(AppLog)
    const describe = inject(Describe)
    const isMissing = inject(url) === undefined
    return {
      onStart: () => {
        if (isMissing && describe().platform !== "cli")
          log.warn("NATS_URL is not set: topics are kept in memory, for this process alone")
      },
    }
  })
}

function urlOf({ url }: NatsOptions): string | undefined {
  // If `url` is a function, `NATS_URL` is ignored.
  const given = (typeof url === "function" ? url() : (url ?? process.env["NATS_URL"])) ?? ""
  if (given !== "") return given
  if (!inject(Production)) return undefined
  throw fault("NATS_URL_MISSING", {})
}
