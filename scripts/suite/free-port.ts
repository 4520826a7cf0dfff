import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A free port of this machine. It is below the ephemeral range, so a program that starts slowly still finds it free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, "127.0.0.1")
    try {
      await once(server, "listening")
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue
      throw error
    }
    server.close()
    await once(server, "close")
    return port
  }
}
