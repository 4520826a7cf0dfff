// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
import { job, jobMigrations, jobs } from "@trivet/jobs"
import { Database, postgres } from "@trivet/postgres"
import { redis } from "@trivet/redis"
import { get, module, routes, Topics } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { userOf } from "./user.js"

class Db extends Database {}
const DatabaseModule = postgres(Db, {
  url: process.env.DATABASE_URL,
  migrations: [jobMigrations],
  migrateAtStart: true,
})

class Users {
  routes() {
    return routes([get("/users/:id", (ctx) => userOf(ctx.param("id"))), job("users/greet", () => {})])
  }
}

const Redis = redis({ prefix: "footprint", url: process.env.REDIS_URL, provides: [Topics] })
const Jobs = jobs({ database: Db, imports: [DatabaseModule], run: true })
const app = module({ name: "users", imports: [DatabaseModule, Redis, Jobs], declarations: [Users] })
const { port } = await serve(app, { platform: api(), port: 0, host: "127.0.0.1" })
console.log(port)
