import type { Call } from "../context/call.ts"
import { clientNetwork } from "../context/request/ip-address.ts"
import { Fault } from "../fault/fault.ts"
import type { SocketRoute } from "./socket-route.ts"

/** A user or a network, and its number of connections. */
interface Holder {
  readonly who: string
  count: number
}

/** The user and the network that one connection counts for. */
export interface Place {
  readonly user: Holder | undefined
  readonly network: Holder | undefined
}

/** Counts the connections of each user and each network. */
export class Places {
  readonly #holders = new Map<string, Holder>()

  /** Counts one more connection of a client. Throws a fault if the client has reached its limit. */
  reserve(call: Call, limits: SocketRoute["limits"]): Place {
    const user = call.get("user_id" as never) as string | number | undefined
    const place = {
      user: user === undefined ? undefined : this.#holder(`the user ${user}`),
      network: call.address === "" ? undefined : this.#holder(`the network ${clientNetwork(call.address)}`),
    }
    check(call, place.user, "perUser", limits)
    check(call, place.network, "perNetwork", limits)
    for (const holder of [place.user, place.network]) {
      if (holder === undefined) continue
      holder.count++
      this.#holders.set(holder.who, holder)
    }
    return place
  }

  /** Undoes `reserve()`. */
  release({ user, network }: Place): void {
    for (const holder of [user, network])
      if (holder !== undefined && --holder.count === 0) this.#holders.delete(holder.who)
  }

  #holder(who: string): Holder {
    return this.#holders.get(who) ?? { who, count: 0 }
  }
}

function check(
  call: Call,
  holder: Holder | undefined,
  limit: "perUser" | "perNetwork",
  limits: SocketRoute["limits"],
): void {
  if (holder === undefined || holder.count < limits[limit]) return
  const { who, count } = holder
  throw new Fault("SOCKETS_TOO_MANY", { who, count, limit, route: `GET ${call.pattern ?? ""}` })
}
