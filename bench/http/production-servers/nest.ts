import {
  type ArgumentsHost,
  Catch,
  Controller,
  Delete,
  type ExceptionFilter,
  Get,
  Module,
  NotFoundException,
  Param,
  Post,
  Put,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify"
import { decorateMethod } from "../../decorate-method.ts"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

class MissingFilter implements ExceptionFilter {
  catch(_: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<{ status(status: number): { send(body: unknown): void } }>()
    reply.status(404).send(missing)
  }
}
Catch(NotFoundException)(MissingFilter)

function controllerOf(name: string) {
  class ThingsController {
    index() {
      return listOf(name)
    }
    show(id: string) {
      return userOf(id)
    }
    create(): void {}
    update(): void {}
    remove(): void {}
  }
  Controller(`/${name}`)(ThingsController)
  decorateMethod(ThingsController, "index", Get())
  decorateMethod(ThingsController, "show", Get("/:id"))
  Param("id")(ThingsController.prototype, "show", 0)
  decorateMethod(ThingsController, "create", Post())
  decorateMethod(ThingsController, "update", Put("/:id"))
  decorateMethod(ThingsController, "remove", Delete("/:id"))
  return ThingsController
}

class AppModule {}
Module({ controllers: collections.map(controllerOf) })(AppModule)

/** NestJS on Fastify. Its decorators are called as functions: the syntax would need a build. */
export const start: Start = async () => {
  const adapter = new FastifyAdapter({ skipMiddie: true, http: nodeOptions })
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false })
  app.useGlobalFilters(new MissingFilter())
  await app.listen(0, "127.0.0.1")
  return Number(new URL(await app.getUrl()).port)
}
