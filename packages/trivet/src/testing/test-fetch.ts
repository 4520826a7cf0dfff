import type { App } from "../app/app.ts"
import { isStreamed } from "../context/is-streamed.ts"
import type { Reply } from "../context/reply.ts"
import { toFetch } from "../engine/fetch/to-fetch.ts"

/** Answers Web requests as `toFetch()` does, but without `onServe()`. */
export function createTestFetch(app: App): (request: Request) => Promise<Response> {
  const answer = toFetch({
    ...app,
    dispatch(incoming) {
      const reply = app.dispatch(incoming)
      return reply instanceof Promise ? reply.then(finish) : finish(reply)
    },
    startServing: async () => {},
  })
  const info = { requestIP: () => ({ address: "127.0.0.1" }) }
  return (request) =>
    new Promise((resolve, reject) => {
      const { signal } = request
      // As `fetch` does. The handler learns of it by its own signal.
      const abort = () => reject(signal.reason as Error)
      if (signal.aborted) return abort()
      signal.addEventListener("abort", abort)
      Promise.resolve(answer(request, info)).then(resolve, reject)
    })
}

/** Over a socket `onDone` follows the last byte. A test that has its reply looks at logs at once. */
function finish(reply: Reply): Reply {
  const { done, status, body } = reply
  if (done === undefined || isStreamed(body)) return reply
  reply.done = undefined
  done({ status, aborted: false })
  return reply
}
