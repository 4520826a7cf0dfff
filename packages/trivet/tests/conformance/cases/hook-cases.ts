import type { Case } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const json = "application/json; charset=utf-8"

function done(
  kind: string,
  status: number,
  more: { readonly aborted?: boolean; readonly method?: string } = {},
): Case {
  const { aborted = false, method = "GET" } = more
  const key = `${method}-${kind}`
  return {
    name: `onDone: once, with the status (${method} ${kind})`,
    send: { method, path: `/hooks/done/${key}/${kind}` },
    expect: { status, ...(aborted && { cut: true }) },
    ...(aborted && onWorkerd("cut", { status })),
    after: [
      {
        send: { path: `/hooks/outcomes/${key}` },
        // Two listeners, each told once; one between them throws.
        expect: {
          status: 200,
          json: [
            { status, aborted },
            { status, aborted },
          ],
        },
      },
    ],
  }
}

/** What `onReply` and `onDone` see and do. */
export const hookCases: readonly Case[] = [
  {
    name: "onReply: sees the reply and adds to it",
    send: { path: "/hooks/reply-sync" },
    expect: { status: 200, headers: { "x-reply": '200 {"a":1}', "content-type": json }, json: { a: 1 } },
  },
  {
    name: "onReply: may wait, and change status and body",
    send: { path: "/hooks/reply-async" },
    expect: { status: 202, headers: { "content-type": json }, json: { changed: true } },
  },
  {
    name: "onReply: a reply of its own keeps what ctx has set",
    send: { path: "/hooks/reply-replaced" },
    expect: {
      status: 206,
      headers: {
        "x-own": "kept",
        "x-new": "yes",
        "set-cookie": ["kept=1; Path=/; HttpOnly; SameSite=Lax"],
        "content-type": "text/plain; charset=utf-8",
      },
      text: "replaced",
    },
  },
  {
    name: "onReply: what it throws is answered with 500",
    send: { path: "/hooks/reply-throws" },
    expect: { status: 500, headers: { "x-own": "kept" }, json: { error: "Internal Server Error" } },
  },
  {
    name: "onReply: one that forgets to return is answered with 500",
    send: { path: "/hooks/reply-forgets" },
    expect: { status: 500, json: { error: "Internal Server Error" } },
  },
  {
    name: "onReply: the last one asked runs first",
    send: { path: "/hooks/reply-order" },
    expect: { status: 200, headers: { "x-order": "second, first" } },
  },
  {
    name: "onReply: sees error replies too",
    send: { path: "/hooks/reply-of-error" },
    expect: { status: 500, headers: { "x-reply": "500" }, json: { error: "Internal Server Error" } },
  },
  {
    name: "onReply: may turn a reply into one without a body",
    send: { path: "/hooks/reply-not-modified" },
    expect: { status: 304, headers: { etag: '"1"' }, text: "" },
  },
  done("value", 200),
  done("later", 200),
  done("nothing", 204),
  done("bytes", 200),
  done("response", 200),
  done("stream", 200),
  done("failing-stream", 200, { aborted: true }),
  done("error", 418),
  done("thrown", 500),
  done("value", 200, { method: "HEAD" }),
  done("stream", 200, { method: "HEAD" }),
]
