import type { Case } from "../case.ts"
import { onWorkerd } from "../workerd-differences.ts"

const headers = {
  "content-type": "text/plain",
  "accept-ranges": "bytes",
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  etag: { matches: '^(W/)?"\\w+-\\w+"$' },
}
const missing = { status: 404, json: { error: "Not Found" } }

const files: readonly Case[] = [
  {
    name: "a file is sent in one piece",
    send: { path: "/static/ten.txt" },
    expect: { status: 200, headers, text: "0123456789" },
  },
  {
    name: "a long file is sent in pieces",
    send: { path: "/static/long.txt" },
    expect: { status: 200, headers, text: "0123456789abcde\n".repeat(2_500) },
  },
  {
    name: "a part of a file",
    send: { path: "/static/ten.txt", headers: [["range", "bytes=2-4"]] },
    expect: { status: 206, headers: { ...headers, "content-range": "bytes 2-4/10" }, text: "234" },
  },
  {
    name: "a part that a file does not have",
    send: { path: "/static/ten.txt", headers: [["range", "bytes=10-"]] },
    expect: { status: 416, headers: { "content-range": "bytes */10" }, text: "" },
  },
  {
    name: "a file that the client has",
    send: { path: "/static/ten.txt", headers: [["if-none-match", "*"]] },
    expect: { status: 304, headers: { etag: headers.etag }, text: "" },
  },
  {
    name: "HEAD of a file",
    send: { method: "HEAD", path: "/static/long.txt" },
    expect: { status: 200, headers: { ...headers, "content-length": "40000" }, text: "" },
  },
  { name: "a hidden file is not found", send: { path: "/static/.hidden" }, expect: missing },
  { name: "an escaped slash leads nowhere", send: { path: "/static/..%2fcase.ts" }, expect: missing },
  { name: "a folder is not found", send: { path: "/static/" }, expect: missing },
]

/** A folder's files. */
export const fileCases: readonly Case[] = files.map((one) => ({
  ...one,
  ...onWorkerd("files", one.send.method === "HEAD" ? { status: 404, text: "" } : missing),
}))
