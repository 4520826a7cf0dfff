/** One way in which a request fails. */
export interface ErrorKind {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly message: string
  readonly code?: string
  readonly issues?: readonly { readonly path: string; readonly message: string; readonly code?: string }[]
  /** The route in the OpenAPI document. */
  readonly route?: string
}

/** Errors of the application, of shipped middlewares and of the framework: every engine sends them. */
export const kinds: readonly ErrorKind[] = [
  { name: "thrown", path: "/thrown", status: 409, message: "Already sold", code: "SOLD" },
  { name: "not public", path: "/broken", status: 500, message: "Internal Server Error" },
  { name: "returned as a map", path: "/returned", status: 404, message: "No such thing" },
  { name: "returned as Reply.error()", path: "/reply", status: 410, message: "Gone" },
  { name: "no route", path: "/nowhere", status: 404, message: "Not Found", code: "NOT_FOUND", route: "" },
  {
    name: "another method",
    method: "DELETE",
    path: "/thrown",
    status: 405,
    message: "Method Not Allowed",
    code: "METHOD_NOT_ALLOWED",
    route: "",
  },
  {
    name: "invalid body",
    method: "POST",
    path: "/things",
    body: "{}",
    status: 400,
    message: "Invalid request",
    code: "BODY_INVALID",
    issues: [{ path: "title", message: "is required", code: "required" }],
  },
  {
    name: "no JSON",
    method: "POST",
    path: "/things",
    body: "{",
    status: 400,
    message: "Invalid request",
    code: "BODY_INVALID",
  },
  {
    name: "malformed escape",
    path: "/things/%ff",
    status: 400,
    message: "Bad Request",
    code: "PATH_MALFORMED",
    route: "/things/{id}",
  },
  {
    name: "large body",
    method: "POST",
    path: "/things",
    body: "x".repeat(2_000),
    status: 413,
    message: "Payload Too Large",
    code: "BODY_TOO_LARGE",
  },
  {
    name: "compressed body",
    method: "POST",
    path: "/things",
    headers: { "content-encoding": "gzip" },
    body: "{}",
    status: 415,
    message: "Unsupported Media Type",
    code: "BODY_ENCODED",
  },
  { name: "BearerAuth", path: "/bearer", status: 401, message: "Missing authorization header" },
  { name: "SessionAuth", path: "/session", status: 401, message: "Not authenticated" },
  {
    name: "ApiKeyAuth",
    path: "/key",
    headers: { "x-api-key": "none" },
    status: 401,
    message: "Invalid API key",
  },
  { name: "can()", path: "/admin", status: 403, message: "Forbidden" },
  {
    name: "csrf()",
    method: "POST",
    path: "/site",
    headers: { "sec-fetch-site": "cross-site" },
    status: 403,
    message: "Forbidden",
  },
  { name: "limit()", path: "/limited", status: 429, message: "Too Many Requests" },
  { name: "unwritable reply", path: "/unwritable", status: 500, message: "Internal Server Error" },
]

/** What the Node engine rejects before the application sees it. */
export interface RejectedHead extends Pick<ErrorKind, "name" | "status" | "message" | "code"> {
  /** As it is sent, without its end. */
  readonly head: string
}

/** Heads that the Node engine rejects. */
export const rejectedHeads: readonly RejectedHead[] = [
  {
    name: "ambiguous target",
    head: "GET /a/../b HTTP/1.1\r\nHost: a",
    status: 400,
    message: "Bad Request",
    code: "TARGET_AMBIGUOUS",
  },
  { name: "two hosts", head: "GET / HTTP/1.1\r\nHost: a\r\nHost: b", status: 400, message: "Bad Request" },
  {
    name: "unknown expectation",
    head: "GET / HTTP/1.1\r\nHost: a\r\nExpect: more",
    status: 417,
    message: "Expectation Failed",
  },
  {
    name: "many headers",
    head: `GET / HTTP/1.1\r\nHost: a${"\r\na: b".repeat(100)}`,
    status: 431,
    message: "Request Header Fields Too Large",
  },
  {
    name: "unknown coding",
    head: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked",
    status: 501,
    message: "Not Implemented",
  },
]
