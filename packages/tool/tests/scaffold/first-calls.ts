import { createConnection } from "node:net"
import { expect } from "vitest"

const person = { email: "ada@example.com", password: "correct horse", name: "Ada" }

/** Signs up, logs in, writes a note and reads it again: its id. */
export async function signUpAndWrite(url: string): Promise<string> {
  expect((await post(`${url}/auth/register`, person)).status).toBe(201)
  const headers = await signIn(url)
  const written = await post(`${url}/notes`, { title: "Milk" }, headers)
  expect(written.status).toBe(201)
  const { id } = (await written.json()) as { id: string }
  const list = (await (await fetch(`${url}/notes`, { headers })).json()) as { id: string }[]
  expect(list.map((note) => note.id)).toEqual([id])
  return id
}

/** Logs the same person in: the headers of further calls. */
export async function signIn(url: string): Promise<{ authorization: string }> {
  const { token } = (await (await post(`${url}/auth/login`, person)).json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

/** Sends JSON. */
export function post(url: string, json: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(json), headers })
}

/** The status of a page; 404 also while nobody answers. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 404,
  )
}

/** What Redis replies to a command, as it came. */
export function askRedis(url: string, words: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    socket.once("error", fail).once("data", (reply: Buffer) => {
      socket.destroy()
      done(reply.toString())
    })
    socket.write(
      `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`,
    )
  })
}
