import { headerOf, type HttpReply } from "../call/http-reply.ts"
import type { FuzzProblem } from "../report/finding.ts"
import type { FuzzRoute, FuzzTarget } from "../target/fuzz-target.ts"
import { excerpt } from "./excerpt.ts"

/** Compares a reply with `returns` of its record, which does not declare replies of middlewares and the framework. */
export async function checkContract(
  target: FuzzTarget,
  found: FuzzRoute | undefined,
  reply: HttpReply,
  route: string,
  sent: string,
): Promise<readonly FuzzProblem[]> {
  const { status, text } = reply
  const evidence = `${sent}\n${status} ${excerpt(text, 300)}`
  const problem = (title: string): FuzzProblem => ({ kind: "contract", route, title, evidence })
  if (sent.startsWith("HEAD ")) return []
  const isJson = /\bjson\b/i.test(headerOf(reply, "content-type"))
  const body = isJson ? parse(text) : undefined
  if (isJson && body === undefined && text !== "") return [problem("the body is not JSON")]
  if (found?.returns === undefined) return []
  if (!found.returns.includes(status))
    return status >= 200 && status < 300
      ? [problem(`answers ${status}, which \`returns\` does not declare`)]
      : []
  // A page of the same record is rendered from the value that was checked.
  if (!isJson || body === undefined) return []
  const wrong = await target.check(found, status, body.value)
  // Errors of middlewares have the same statuses but their own shape.
  return wrong === undefined || status >= 400
    ? []
    : [problem(`the body of ${status} breaks its schema: ${wrong}`)]
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
