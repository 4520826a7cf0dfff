import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Module,
  Param,
  type PipeTransform,
  Post,
  UseGuards,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify"
import { decorateMethod } from "../../decorate-method.ts"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { createUser, type NewUser, parseNewUser, passes, refusal, type User, userOf } from "../users.ts"

class NewUserPipe implements PipeTransform<unknown, NewUser> {
  transform(value: unknown): NewUser {
    const body = parseNewUser(value)
    if (body === undefined) throw new BadRequestException(refusal)
    return body
  }
}

/** Also a body that is no JSON, which Fastify refuses before any pipe sees it. */
class RefusalFilter implements ExceptionFilter {
  catch(_: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<{ status(status: number): { send(body: unknown): void } }>()
    reply.status(400).send(refusal)
  }
}
Catch()(RefusalFilter)

const guards = ([0, 1, 2] as const).map(
  (at) =>
    class implements CanActivate {
      canActivate(): boolean {
        passes[at]++
        return true
      }
    },
)

class UsersController {
  show(id: string): User {
    return userOf(id)
  }
  create(body: NewUser): User {
    return createUser(body)
  }
  guarded(id: string): User {
    return userOf(id)
  }
  passes(): readonly number[] {
    return passes
  }
}
const controller = UsersController.prototype
Controller()(UsersController)
decorateMethod(UsersController, "show", Get("/users/:id"))
Param("id")(controller, "show", 0)
decorateMethod(UsersController, "create", Post("/users"))
Body(new NewUserPipe())(controller, "create", 0)
decorateMethod(UsersController, "guarded", Get("/guarded/:id"), UseGuards(...guards))
Param("id")(controller, "guarded", 0)
decorateMethod(UsersController, "passes", Get("/passes"))

class AppModule {}
Module({ controllers: [UsersController] })(AppModule)

/** NestJS on Fastify. Its decorators are called as functions: the syntax would need a build. */
export const start: Start = async () => {
  const adapter = new FastifyAdapter({ skipMiddie: true, http: nodeOptions })
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false })
  app.useGlobalFilters(new RefusalFilter())
  await app.listen(0, "127.0.0.1")
  return Number(new URL(await app.getUrl()).port)
}
