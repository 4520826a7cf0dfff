const files = import.meta.glob<string>("../../../../docs/pictures/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
})

/** The address of a picture, which the build copies and names by its content. */
export function pictureOf(name: string, colors: "light" | "dark"): string {
  const found = files[`../../../../docs/pictures/${name}-${colors}.webp`]
  if (found === undefined) throw new Error(`docs/pictures has no ${name}-${colors}.webp`)
  return found
}

/** A link of the front page. */
interface HomeLink {
  readonly title: string
  readonly link: string
}

/** The pictures of docs/pictures, which `node site/pictures.ts` makes in light and dark colors. */
export const pictures: readonly (HomeLink & {
  readonly name: string
  readonly about: string
  readonly alt: string
})[] = [
  {
    name: "dashboard",
    title: "Dashboard",
    link: "/build/dashboard",
    about: "Calls with their SQL and log lines while you develop.",
    alt: "The dashboard: a list of calls, and one call with its statements on a time line",
  },
  {
    name: "graph",
    title: "Module graph",
    link: "/learn/modules",
    about: "Modules, what they export, and where their services are used.",
    alt: "Modules of an application as boxes with arrows between them",
  },
  {
    name: "openapi",
    title: "OpenAPI page",
    link: "/learn/contracts",
    about: "Routes with their schemas, and a form for each.",
    alt: "The page of the OpenAPI document: routes, and the form of one",
  },
]

/** What a reader may know already. */
export const comeFrom: readonly HomeLink[] = [
  { title: "Express", link: "/come-from/express" },
  { title: "NestJS", link: "/come-from/nestjs" },
  { title: "Fastify", link: "/why/comparisons#fastify" },
  { title: "Hono", link: "/why/comparisons#hono" },
  { title: "AdonisJS", link: "/why/comparisons#adonisjs" },
]

/** Twelve tasks of a first week. */
export const tasks: readonly HomeLink[] = [
  { title: "Validate a request", link: "/learn/validation" },
  { title: "Save data in PostgreSQL", link: "/build/database" },
  { title: "Log users in", link: "/build/logins" },
  { title: "Decide who may call what", link: "/build/access" },
  { title: "Run a job in the background", link: "/build/jobs" },
  { title: "Send a mail", link: "/build/mail" },
  { title: "Accept an upload", link: "/build/uploads" },
  { title: "Stream to a browser", link: "/build/server-sent-events" },
  { title: "Document an API with OpenAPI", link: "/learn/contracts" },
  { title: "Call an API from a browser", link: "/build/client" },
  { title: "Write a test", link: "/build/testing" },
  { title: "Deploy", link: "/run/deploy" },
]
