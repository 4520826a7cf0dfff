import { STATUS_CODES } from "node:http"
import express, { type NextFunction, type Request, type Response } from "express"
import { z } from "zod"
import { Books } from "./books.ts"

const NewBook = z.object({
  title: z.string().min(1).max(200),
  author: z.string().min(1).max(100),
  year: z.int().optional(),
})

const books = new Books()
const app = express()
app.use(express.json())

function requireToken(req: Request, res: Response, next: NextFunction) {
  if (req.get("authorization") === "Bearer letmein") next()
  else res.status(401).json({ error: "Unauthorized" })
}

app.get("/books", (req, res) => {
  const { author } = req.query
  res.json(books.list(typeof author === "string" ? author : ""))
})

app.get("/books/:id", (req, res) => {
  const book = books.find(req.params.id)
  if (book === undefined) res.status(404).json({ error: "Not Found" })
  else res.json(book)
})

app.post("/books", requireToken, (req, res) => {
  res.status(201).json(books.add(NewBook.parse(req.body)))
})

app.put("/books/:id", requireToken, (req: Request<{ id: string }>, res) => {
  const book = books.replace(req.params.id, NewBook.parse(req.body))
  if (book === undefined) res.status(404).json({ error: "Not Found" })
  else res.json(book)
})

app.delete("/books/:id", requireToken, (req: Request<{ id: string }>, res) => {
  if (books.remove(req.params.id)) res.status(204).end()
  else res.status(404).json({ error: "Not Found" })
})

app.get("/loans", async (_req, res) => {
  res.json(await books.loans())
})

// After all routes: what none of them answers.
app.use((_req, res) => {
  res.status(404).json({ error: "Not Found" })
})

// Express recognizes an error handler by its four parameters.
app.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
  if (res.headersSent) return next(error)
  const status = statusOf(error)
  if (status === 500) console.error(error)
  res.status(status).json({ error: status === 400 ? "Invalid request" : STATUS_CODES[status] })
})

/** A schema rejects a body with ZodError. `express.json()` puts a status on its errors. */
function statusOf(error: unknown): number {
  if (error instanceof z.ZodError) return 400
  return error instanceof Error && "status" in error ? Number(error.status) : 500
}

const server = app.listen(process.env["PORT"] ?? 3000, () => {
  console.log("listening on", server.address())
})
