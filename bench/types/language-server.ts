import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc")

/** Where a text is in a file, counted from zero. */
export interface Position {
  readonly line: number
  readonly character: number
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: { readonly items?: readonly unknown[] }
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

const head = /^Content-Length: (\d+)/im
const headEnd = "\r\n\r\n"

/** The language server of the workspace's TypeScript, as an editor starts it and speaks to it: LSP over its pipes. */
export class LanguageServer {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #folder: string
  readonly #waiting = new Map<number, Waiting>()
  readonly #versions = new Map<string, number>()
  #received: Buffer = Buffer.alloc(0)
  #lastId = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#child = spawn(process.execPath, [compiler, "--lsp", "--stdio"], { cwd: folder })
    this.#child.stdout.on("data", (bytes: Buffer) => this.#read(bytes))
    // The server logs to stderr; an unread pipe would block it.
    this.#child.stderr.resume()
    // A pipe whose reader is gone says less than the exit that follows.
    this.#child.stdin.on("error", () => undefined)
    this.#child.on("exit", (code) => this.#fail(new Error(`the language server ended with ${code}`)))
    this.#child.on("error", (error) => this.#fail(error))
  }

  /** Starts it for a project's folder. */
  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder)
    const rootUri = pathToFileURL(folder).href
    await server.#ask("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "project" }],
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    })
    server.#tell("initialized", {})
    return server
  }

  /** Its process: the compiler itself, which takes the place of the program that starts it. */
  get pid(): number {
    return this.#child.pid!
  }

  /** Opens a file of the project in the editor, with this text, and waits until the server has read it. */
  async open(file: string, text: string): Promise<void> {
    this.#versions.set(file, 1)
    const uri = this.#uriOf(file)
    const textDocument = { uri, languageId: "typescript", version: 1, text }
    this.#tell("textDocument/didOpen", { textDocument })
    // The outline of the file, which every editor asks for. It needs no types.
    await this.#ask("textDocument/documentSymbol", { textDocument: { uri } })
  }

  /** Writes a text at a position of a file that is open. */
  insert(file: string, position: Position, text: string): void {
    const version = (this.#versions.get(file) ?? 0) + 1
    this.#versions.set(file, version)
    this.#tell("textDocument/didChange", {
      textDocument: { uri: this.#uriOf(file), version },
      contentChanges: [{ range: { start: position, end: position }, text }],
    })
  }

  /** Closes a file without saving it. */
  close(file: string): void {
    this.#tell("textDocument/didClose", { textDocument: { uri: this.#uriOf(file) } })
  }

  /** What it offers at a position, by name. */
  async complete(file: string, position: Position): Promise<readonly string[]> {
    const asked = { textDocument: { uri: this.#uriOf(file) }, position, context: { triggerKind: 1 } }
    const result = (await this.#ask("textDocument/completion", asked)) as
      | { readonly items: readonly { readonly label: string }[] }
      | readonly { readonly label: string }[]
      | null
    const items = result === null ? [] : "items" in result ? result.items : result
    return items.map(({ label }) => label)
  }

  /** Ends it and waits for its end. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, "exit")
    await this.#ask("shutdown")
    this.#tell("exit")
    // Its editor may not wait for ever either.
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 5000)
    await gone
    clearTimeout(late)
  }

  #uriOf(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href
  }

  #ask(method: string, params?: object): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send({ id, method, params })
    })
  }

  #tell(method: string, params?: object): void {
    this.#send({ method, params })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${headEnd}${text}`)
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const end = this.#received.indexOf(headEnd)
      if (end === -1) return
      const start = end + headEnd.length
      const length = Number(head.exec(this.#received.toString("latin1", 0, end))?.[1])
      if (this.#received.length < start + length) return
      const text = this.#received.toString("utf8", start, start + length)
      this.#received = this.#received.subarray(start + length)
      this.#handle(JSON.parse(text) as Message)
    }
  }

  #handle({ id, method, params, result, error }: Message): void {
    if (method !== undefined) {
      // A question to the editor: this one has no settings, and agrees to everything.
      if (id !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null })
      return
    }
    const waiting = this.#waiting.get(Number(id))
    this.#waiting.delete(Number(id))
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error.message))
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
