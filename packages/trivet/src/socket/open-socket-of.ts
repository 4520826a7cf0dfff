import type { Call } from "../context/call.ts"
import type { Incoming } from "../context/incoming.ts"
import { type SocketListener, type SocketPeer, UpgradeReply } from "../context/reply/upgrade-reply.ts"
import { Fault } from "../fault/fault.ts"
import { AppSockets } from "./app-sockets.ts"
import { Connection } from "./connection.ts"
import { isAllowedOrigin } from "./is-allowed-origin.ts"
import { KeptIncoming } from "./kept-incoming.ts"
import type { Place } from "./places.ts"
import { respondWithSocket } from "./respond-with-socket.ts"
import { SocketCall } from "./socket-call.ts"
import type { SocketRoute } from "./socket-route.ts"

/** Creates the innermost function of a socket's chain: it answers the request, and the engine opens the connection. */
export function openSocketOf(route: SocketRoute): (call: Call) => UpgradeReply {
  return (call) => {
    checkRequest(call)
    const sockets = AppSockets.of(call.settings)
    const place = sockets.places.reserve(call, route.limits)
    // No connection is opened if a middleware replaces the reply or the client has disconnected.
    call.onDone(({ status, aborted }) => {
      if (status !== 101 || aborted) sockets.places.release(place)
    })
    const incoming = new KeptIncoming(call.incoming)
    return new UpgradeReply({
      messageBytes: route.limits.messageBytes,
      open: (peer) => openConnection(route, call, incoming, peer, place),
      respond: respondWithSocket,
    })
  }
}

// Not inside the function above, because a closure that lives as long as the connection would keep the request in
// memory.
function openConnection(
  route: SocketRoute,
  call: Call,
  incoming: Incoming,
  peer: SocketPeer,
  place: Place,
): SocketListener {
  const connection = new Connection(peer, route, place, AppSockets.of(call.settings))
  const own = new SocketCall(call, incoming, connection)
  call.continueAs(own, () => connection.begin(own))
  return connection
}

function checkRequest(call: Call): void {
  const route = `GET ${call.pattern ?? ""}`
  if (call.incoming.wantsSocket !== true) {
    const reason =
      call.header("upgrade") === "" ? "it has no header `Upgrade`" : "this server cannot open one"
    throw new Fault("SOCKET_EXPECTED", { route, reason }, { headers: { upgrade: "websocket" } })
  }
  if (!isAllowedOrigin(call))
    throw new Fault("SOCKET_ORIGIN_FOREIGN", { route, origin: call.header("origin") })
}
