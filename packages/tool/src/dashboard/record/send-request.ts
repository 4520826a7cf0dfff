// Runs in the application's process, so it must not import the framework.
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import type { DashboardRequest } from "../../dev/dev-message.ts"
import { credentialsAfter } from "./credentials.ts"
import type { Recorder } from "./recorder.ts"
import { askHeader } from "./show-call.ts"

/**
 * Sends a request to the application, from its own process: the credentials of another call are added here and never
 * leave it. Returns the id of the recorded call.
 */
export async function sendRequest(
  asked: DashboardRequest,
  place: string | undefined,
  recorder: Recorder,
): Promise<string> {
  if (place === undefined) throw new Error("The application does not serve requests.")
  const { origin } = new URL(place)
  if (!asked.path.startsWith("/")) throw new Error("A path begins with a slash.")
  const mark = randomUUID()
  const sent = request(new URL(`${origin}${asked.path}`), {
    method: asked.method,
    headers: { ...credentialsOf(asked.as, recorder), ...asked.headers, [askHeader]: mark },
  })
  sent.end(asked.body)
  const [reply] = (await once(sent, "response")) as [IncomingMessage]
  // The recorder shows the reply while it arrives; here it is only drained.
  reply.on("error", () => undefined).resume()
  const call = recorder.calls.findLast(({ headers }) => headers[askHeader] === mark)
  if (call === undefined) throw new Error("The request was answered before the application saw it.")
  return call.id
}

function credentialsOf(id: string | undefined, recorder: Recorder): Readonly<Record<string, string>> {
  if (id === undefined) return {}
  const call = recorder.calls.find((one) => one.id === id)
  if (call === undefined) throw new Error("The call with these credentials was made before the last restart.")
  return credentialsAfter(call)
}
