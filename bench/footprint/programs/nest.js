// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
// oxlint-disable-next-line import/no-unassigned-import -- NestJS asks for it
import "reflect-metadata"
import { Controller, Get, Module, Param } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { userOf } from "./user.js"

class Users {
  show(id) {
    return userOf(id)
  }
}
// What the compiler makes of decorators.
const show = Object.getOwnPropertyDescriptor(Users.prototype, "show")
Param("id")(Users.prototype, "show", 0)
Get("/:id")(Users.prototype, "show", show)
Controller("/users")(Users)

class App {}
Module({ controllers: [Users] })(App)

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false })
await app.listen(0, "127.0.0.1")
console.log(app.getHttpServer().address().port)
