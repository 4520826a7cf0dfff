// Express ships no types and its types are a package of their own: this is all that the bench calls.
declare module "express" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  interface Request {
    readonly params: Readonly<Record<string, string>>
    readonly body: unknown
  }
  interface Response {
    status(status: number): Response
    json(value: unknown): void
  }
  type Next = (error?: unknown) => void
  type Handler = (request: Request, response: Response, next: Next) => void
  type ErrorHandler = (error: unknown, request: Request, response: Response, next: Next) => void
  interface Express {
    (request: IncomingMessage, response: ServerResponse): void
    disable(setting: string): void
    use(handler: ErrorHandler | Handler): void
    get(path: string, ...handlers: Handler[]): void
    post(path: string, ...handlers: Handler[]): void
    put(path: string, ...handlers: Handler[]): void
    delete(path: string, ...handlers: Handler[]): void
  }
  export default function express(): Express
  export function json(): Handler
}
