import { randomBytes } from "node:crypto"
import { type FramingCase, head, hidden, refused } from "./framing-case.ts"

const post = (...headers: readonly string[]) => head("POST /framed", ...headers)
const chunked = (body: string) => post("Transfer-Encoding: chunked") + body
const lengths = (...values: readonly string[]) => post(...values.map((value) => `Content-Length: ${value}`))
const limit = 1024 * 1024

/** What is wrong with the body of a request or with what announces it, and what is no HTTP at all. */
export const bodies: readonly FramingCase[] = [
  ...refused(4, [400], {
    "a length and a coding": `${post("Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
    "a coding and a length": `${post("Transfer-Encoding: chunked", "Content-Length: 5")}0\r\n\r\n${hidden}`,
    "a length of nothing and a coding": `${post("Content-Length: 0", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
    "a coding that hides behind a tab, and a length": `${post("Transfer-Encoding:\tchunked", "Content-Length: 5")}0\r\n\r\n${hidden}`,
    "a coding that hides behind a space, and a length": `${post("Transfer-Encoding : chunked", "Content-Length: 5")}0\r\n\r\n${hidden}`,
  }),
  ...refused(5, [400], {
    "lengths 3 and 4": `${lengths("3", "4")}abcd${hidden}`,
    "length 3 twice": `${lengths("3", "3")}abc${hidden}`,
    "length 3, 3": `${lengths("3, 3")}abc${hidden}`,
    "length +3": `${lengths("+3")}abc`,
    "length -1": `${lengths("-1")}abc`,
    "an empty length": `${lengths("")}abc`,
    "length 2^64": `${lengths("18446744073709551616")}abc`,
    "length 2^64 + 3": `${lengths("18446744073709551619")}abc`,
    "length 0x3": `${lengths("0x3")}abc`,
    "length 3 a": `${lengths("3 a")}abc`,
    "length 3.0": `${lengths("3.0")}abc`,
    "length 3e0": `${lengths("3e0")}abc`,
    "length 1_0": `${lengths("1_0")}abcdefghij`,
  }),
  ...refused(6, [400, 501], {
    "the coding xchunked": `${post("Transfer-Encoding: xchunked")}0\r\n\r\n${hidden}`,
    "the coding chunked, identity": `${post("Transfer-Encoding: chunked, identity")}0\r\n\r\n${hidden}`,
    "the coding identity": `${post("Transfer-Encoding: identity")}0\r\n\r\n${hidden}`,
    "two lines of chunked": `${post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
    "two lines, the first of them unknown": `${post("Transfer-Encoding: x", "Transfer-Encoding: chunked")}0\r\n\r\n${hidden}`,
    "the coding chunked, chunked": `${post("Transfer-Encoding: chunked, chunked")}0\r\n\r\n${hidden}`,
    "the coding gzip, chunked": `${post("Transfer-Encoding: gzip, chunked")}0\r\n\r\n${hidden}`,
    "an empty coding": `${post("Transfer-Encoding: ")}0\r\n\r\n${hidden}`,
    'the coding "chunked" in quotes': `${post('Transfer-Encoding: "chunked"')}0\r\n\r\n${hidden}`,
  }),
  ...refused(7, [400], {
    "chunked on HTTP/1.0": `POST /framed HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    "chunked on HTTP/1.0 that keeps its connection": `POST /framed HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  }),
  ...refused(9, [400], {
    "a chunk of 0x1": chunked(`0x1\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk of 1_0": chunked(`1_0\r\naaaaaaaaaaaaaaaa\r\n0\r\n\r\n${hidden}`),
    "a chunk of +1": chunked(`+1\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk of -1": chunked(`-1\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk whose size has 17 digits": chunked(`10000000000000001\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk without a size": chunked(`\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk behind a space": chunked(` 1\r\na\r\n0\r\n\r\n${hidden}`),
    "a chunk whose line ends with LF alone": chunked(`1\na\r\n0\r\n\r\n${hidden}`),
    "a chunk whose data end with LF alone": chunked(`1\r\na\n0\r\n\r\n${hidden}`),
    "a last chunk that ends with LF alone": chunked(`1\r\na\r\n0\n\n${hidden}`),
    "a chunk longer than it says": chunked(`1\r\nab\r\n0\r\n\r\n${hidden}`),
    "an extension with a line break": chunked(`1;a\nb\r\na\r\n0\r\n\r\n${hidden}`),
  }),
  ...refused(10, [400], {
    "a call where the trailers are": chunked(
      `1\r\na\r\n0\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`,
    ),
    "a call in an extension of the last chunk": chunked(
      `1\r\na\r\n0;\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`,
    ),
  }),
  ...refused(10, [413], {
    "a call after the last chunk of a body over the limit": chunked(
      `${(limit + 1).toString(16)}\r\n${"x".repeat(limit + 1)}\r\n0\r\n\r\n${hidden}`,
    ),
    "a call after a body over the limit of the route": `${head("POST /small", "Transfer-Encoding: chunked")}14\r\n${"x".repeat(20)}\r\n0\r\n\r\n${hidden}`,
    "ten calls after a body over the limit of the route": `${head("POST /small", "Transfer-Encoding: chunked")}14\r\n${"x".repeat(20)}\r\n0\r\n\r\n${hidden.repeat(10)}`,
  }),
  {
    line: 10,
    name: "a call after the last chunk of one that closes",
    send: `${post("Transfer-Encoding: chunked", "Connection: close")}1\r\na\r\n0\r\n\r\n${hidden}`,
    statuses: [200],
    closes: true,
  },
  ...refused(15, [413], {
    "a body too large that waits for leave": head(
      "POST /framed",
      "Expect: 100-continue",
      `Content-Length: ${limit + 1}`,
    ),
    "a body too large that waits for leave, and comes": [
      head("POST /framed", "Expect: 100-continue", `Content-Length: ${limit + 1}`),
      "x".repeat(limit + 1) + hidden,
    ],
  }),
  ...refused(15, [401], {
    "an unauthorised body that waits for leave": head(
      "POST /admin",
      "Expect: 100-continue",
      "Content-Length: 10",
    ),
    "an unauthorised body that does not wait for leave": `${head("POST /admin", "Expect: 100-continue", "Content-Length: 10")}xxxxxxxxxx${hidden}`,
    "an unauthorised body in chunks that waits for leave": head(
      "POST /admin",
      "Expect: 100-continue",
      "Transfer-Encoding: chunked",
    ),
  }),
  ...refused(15, [404], {
    "a body for no route that waits for leave": head(
      "POST /none",
      "Expect: 100-continue",
      "Content-Length: 10",
    ),
  }),
  ...refused(15, [417], {
    "Expect: x": head("GET /framed", "Expect: x"),
    "Expect: x with a body and a call behind it": `${head("POST /framed", "Expect: x", "Content-Length: 2")}{}${hidden}`,
  }),
  ...refused(16, [400], {
    "a TLS hello": tlsHello(),
    "an HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
    "a reply instead of a request": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "what an SSH client says": "SSH-2.0-OpenSSH_9.9\r\n",
    "a telnet negotiation": "\xff\xfd\x01\xff\xfb\x1f",
  }),
  ...refused(16, [400], {
    "1 MB of random bytes": randomBytes(1_000_000),
    "1 MB of NUL": Buffer.alloc(1_000_000),
  }).map((one) => ({ ...one, large: true })),
  ...refused(16, [400, 505], {
    "HTTP/0.9": "GET /framed\r\n\r\n",
    "HTTP/0.9 in the request line": "GET /framed HTTP/0.9\r\nHost: a\r\n\r\n",
    "HTTP/1.2 in the request line": "GET /framed HTTP/1.2\r\nHost: a\r\n\r\n",
    "HTTP/2.0 in the request line": "GET /framed HTTP/2.0\r\nHost: a\r\n\r\n",
  }),
]

/** The first record of a TLS 1.2 handshake, whose length is that of the record. */
function tlsHello(): Uint8Array {
  const random = randomBytes(32)
  const body = Buffer.concat([Buffer.from([3, 3]), random, Buffer.from([0, 0, 2, 0x13, 0x01, 1, 0])])
  const message = Buffer.concat([Buffer.from([1, 0, 0, body.length]), body])
  return Buffer.concat([Buffer.from([0x16, 3, 1, 0, message.length]), message])
}
