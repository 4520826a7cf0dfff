import { Clock, type Context, get, inject, type Next, PublicError, put } from "trivet"
import { type Reply, type Route, routes, type Security } from "trivet"
import { Files } from "./files.ts"
import { downloadGrant, type Grant, SignedAddresses, uploadGrant } from "./reply/signed-addresses.ts"
import { WatchedStore } from "./store/watched-store.ts"

/** A guard that requires the signature of an address. A late one and a false one are not told apart. */
abstract class SignedAddressAuth {
  readonly kinds = ["request"] as const
  readonly security: Security = {
    name: "signed_address",
    scheme: { type: "apiKey", in: "query", name: "signature" },
  }
  readonly answers: Readonly<Record<number, string>> = { 403: "The address is not valid any more" }
  readonly #addresses = inject(SignedAddresses)
  readonly #clock = inject(Clock)

  protected abstract grantOf(ctx: Context): Pick<Grant, "method" | "query" | "headers">

  async handle(ctx: Context<"/:id">, next: Next): Promise<unknown> {
    const grant = { id: ctx.param("id"), expires: Number(ctx.query("expires")), ...this.grantOf(ctx) }
    const isValid = await this.#addresses.verify(grant, ctx.query("signature"), this.#clock.now())
    if (!isValid) throw new PublicError(403, "Forbidden")
    return next()
  }
}

class SignedDownloadAuth extends SignedAddressAuth {
  protected grantOf(ctx: Context): Pick<Grant, "method" | "query"> {
    return downloadGrant(ctx.query("name"), ctx.query("inline") === "1")
  }
}

class SignedUploadAuth extends SignedAddressAuth {
  protected grantOf(ctx: Context): Pick<Grant, "method" | "headers"> {
    return uploadGrant(ctx.header("content-type"), ctx.header("content-length"))
  }
}

/** The routes of signed addresses, for stores that have none of their own. */
export class SignedFilesController {
  readonly #files = inject(Files)
  readonly #store = inject(WatchedStore)
  readonly #addresses = inject(SignedAddresses)

  routes(): readonly Route[] {
    const path = `${this.#addresses.path}/:id` as const
    const about = { hidden: true }
    return routes([
      get(path, this.show, {
        middlewares: [SignedDownloadAuth],
        summary: "Sends a file at a signed address",
        about,
      }),
      put(path, this.store, {
        middlewares: [SignedUploadAuth],
        summary: "Stores a file at a signed address",
        about,
      }),
    ])
  }

  show(ctx: Context<"/:id">): Promise<Reply> {
    return this.#files.download(ctx, ctx.param("id"), {
      name: ctx.query("name"),
      inline: ctx.query("inline") === "1",
    })
  }

  async store(ctx: Context<"/:id">): Promise<void> {
    const [type, size] = [ctx.header("content-type"), Number(ctx.header("content-length"))]
    await this.#store.put(ctx.param("id"), ctx.request().stream(), { type, size })
  }
}
