import type { App } from "../app/app.ts"
import { isStreamed } from "../context/reply/is-streamed.ts"
import type { Reply } from "../context/reply/reply.ts"
import { engineAppOf } from "../app/engine-app.ts"
import { answerRequests } from "../engine/fetch/answer-requests.ts"

/** Answers Web requests as `toFetch()` does, but without `onServe()`. */
export function createTestFetch(app: App): (request: Request) => Promise<Response> {
  const dispatch: App["dispatch"] = (incoming) => {
    const reply = app.dispatch(incoming)
    return reply instanceof Promise ? reply.then(finish) : finish(reply)
  }
  const answer = answerRequests({ dispatch, reject: app.reject }, engineAppOf(app))
  const info = { requestIP: () => ({ address: "127.0.0.1" }) }
  return (request) =>
    new Promise((resolve, reject) => {
      const { signal } = request
      // Like `fetch`. The handler is notified by its own signal.
      const abort = () => reject(signal.reason as Error)
      if (signal.aborted) return abort()
      signal.addEventListener("abort", abort)
      Promise.resolve(answer(request, info)).then(resolve, reject)
    })
}

/** Runs `onDone` before the reply is returned, because a test checks logs right after its reply. */
function finish(reply: Reply): Reply {
  const { done, status, body } = reply
  if (done === undefined || isStreamed(body)) return reply
  reply.done = undefined
  done({ status, aborted: false })
  return reply
}
