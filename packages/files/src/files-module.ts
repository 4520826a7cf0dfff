import { Clock, inject, type Module, module, provide, type Provider, token, type Token } from "trivet"
import { AppLog, AppOperations, checkOptions, type OptionNames, Production } from "trivet/extend"
import { fault } from "./faults.ts"
import { Files } from "./files.ts"
import { SignedAddresses } from "./reply/signed-addresses.ts"
import type { FilesDatabase } from "./rows/sql-on.ts"
import { SignedFilesController } from "./signed-files-controller.ts"
import { storeAt } from "./store-at.ts"
import { addressSecretOf } from "./store/address-secret.ts"
import { FileStore } from "./store/file-store.ts"
import { MemoryFileStore } from "./store/memory-file-store.ts"
import { WatchedStore } from "./store/watched-store.ts"
import "./version.ts"

/** Options of `files()`. */
export interface FilesOptions {
  /** The database class. Its module must be in `imports`, with `fileMigrations` in its migrations. */
  readonly database: Token<FilesDatabase>
  /** The modules that export the database, and what the function `url` injects. */
  readonly imports: readonly Module[]
  /**
   * Where the bytes are: `s3://key:secret@host/bucket`, `folder:///srv/files` or `folder://./files`, or a function that returns it and may call `inject()`. Default:
   * the variable `FILES_URL`. Without it they are kept in memory; in production that is a fault.
   */
  readonly url?: string | (() => string | undefined) | undefined
  /** The path of signed addresses, if the store has none of its own. Default: `/signed-files`. */
  readonly path?: string
  /** Whether a process that serves sweeps each minute. Default: true. */
  readonly sweep?: boolean
}

const optionNames: OptionNames<FilesOptions> = {
  database: true,
  imports: true,
  url: true,
  path: true,
  sweep: true,
}

/** On the fields of a log line: `trivet dev` shows the same. */
const shownKey: unique symbol = Symbol.for("trivet.shown")

/**
 * Makes the module of files, which exports `Files` and `FileStore`: `files({ database: Db, imports: [DatabaseModule] })`. The place of
 * the bytes is that of `FILES_URL`.
 */
export function files(options: FilesOptions): Module {
  checkOptions(options, optionNames, "files()")
  const { database, imports, path = "/signed-files", sweep = true } = options
  return module({
    name: "files",
    imports,
    exports: [Files, FileStore],
    declarations: [
      provide(FileStore, () => storeOf(options)),
      provide(WatchedStore, () => new WatchedStore(inject(FileStore), inject(AppOperations))),
      provide(SignedAddresses, () => {
        const secret = addressSecretOf(inject(FileStore))
        return new SignedAddresses(path, secret)
      }),
      provide(Files, () => {
        const [clock, log] = [inject(Clock), inject(AppLog)]
        return new Files({
          database: inject(database),
          store: inject(WatchedStore),
          addresses: inject(SignedAddresses),
          now: () => clock.now(),
          onError: (err) => log.warn({ err }, "the bytes of a deleted file remain until the next sweep"),
        })
      }),
      SignedFilesController,
      provideSweeper(sweep),
    ],
  })
}

function storeOf({ url }: FilesOptions): FileStore {
  // If `url` is a function, `FILES_URL` is ignored.
  const given = (typeof url === "function" ? url() : (url ?? process.env["FILES_URL"])) ?? ""
  if (given !== "") return storeAt(given)
  if (inject(Production)) throw fault("FILES_URL_MISSING", {})
  return new MemoryFileStore()
}

/** Milliseconds between two sweeps. */
const pause = 60_000

function provideSweeper(sweeps: boolean): Provider {
  return provide(token<object>("sweeper of files"), () => {
    const [stored, store, log] = [inject(Files), inject(FileStore), inject(AppLog)]
    let timer: NodeJS.Timeout | undefined
    let running: Promise<unknown> = Promise.resolve()
    const sweep = () => {
      const work = stored.sweep().catch((err: unknown) => log.warn({ err }, "files could not be swept"))
      running = work
      // The next one begins after this one has ended, and not in all processes at the same time.
      void work.then(() => (timer = timer && setTimeout(sweep, pause * (0.5 + Math.random()))))
    }
    return {
      onServe: () => {
        if (store instanceof MemoryFileStore)
          log.warn(
            { [shownKey]: true },
            "FILES_URL is not set: files are kept in memory and lost when this process stops",
          )
        if (sweeps) timer = setTimeout(sweep, pause * Math.random())
        timer?.unref()
      },
      onStop: async () => {
        clearTimeout(timer)
        timer = undefined
        await running
      },
    }
  })
}
