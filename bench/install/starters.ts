import { readFileSync } from "node:fs"
import { join } from "node:path"

/** What a new project of a framework lists in its package.json. */
export interface Starter {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/**
 * The list of NestJS's own generator, read from where it is published: `@nestjs/schematics`, unpacked into a folder.
 * It has placeholders of its own, and one part that is left out unless asked for.
 */
export function nestStarter(unpacked: string): Starter {
  const text = readFileSync(join(unpacked, "dist/lib/application/files/ts-esm/package.json"), "utf8")
  const plain = text.replaceAll(/<% if [^]*?<% } %>/g, "").replaceAll(/<%=.*?%>/g, "starter")
  return JSON.parse(plain) as Starter
}

/**
 * The list of AdonisJS's API starter kit, by name: the kit is a repository and not published, so the versions are the
 * newest that fit each other.
 */
export const adonisStarter: Starter = {
  dependencies: named(
    "@adonisjs/auth",
    "@adonisjs/core",
    "@adonisjs/cors",
    "@adonisjs/lucid",
    "@vinejs/vine",
    "luxon",
    "better-sqlite3",
    "reflect-metadata",
  ),
  devDependencies: named(
    "@adonisjs/assembler",
    "@adonisjs/eslint-config",
    "@adonisjs/prettier-config",
    "@adonisjs/tsconfig",
    "@japa/api-client",
    "@japa/assert",
    "@japa/plugin-adonisjs",
    "@japa/runner",
    "@types/luxon",
    "@types/node",
    "eslint",
    "hot-hook",
    "pino-pretty",
    "prettier",
    "typescript",
  ),
}

/**
 * The list of `fastify generate --lang=ts`, by name: the generator has it in its code. The versions are the newest that fit
 * each other.
 */
export const fastifyStarter: Starter = {
  dependencies: named("@fastify/autoload", "@fastify/sensible", "fastify", "fastify-cli", "fastify-plugin"),
  devDependencies: named("@types/node", "c8", "concurrently", "fastify-tsconfig", "ts-node", "typescript"),
}

/** The list of `npm create hono`, template `nodejs`, by name: the template is a repository and not published. */
export const honoStarter: Starter = {
  dependencies: named("@hono/node-server", "hono"),
  devDependencies: named("@types/node", "tsx", "typescript"),
}

function named(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, "*"]))
}
