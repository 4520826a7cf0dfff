import { type PlannedController, type PlannedModule, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"

/** NestJS with its decorators. What they say of paths and parameters is not checked: it does less for its time. */
export const nestDecorators: Shape = {
  name: "NestJS, decorators",
  id: "nest-decorators",
  ours: false,
  compilerOptions: {
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    erasableSyntaxOnly: false,
  },
  files(routeCount) {
    const modules = planModules(routeCount)
    const written = modules.flatMap(({ name, controllers }) =>
      controllers.map((one) => [`${name}/${one.name}.controller.ts`, controller(one)] as const),
    )
    const areas = modules.map((one) => [`${one.name}/${one.name}.module.ts`, area(one)] as const)
    return new Map([["bearer.guard.ts", guard], ...written, ...areas, ["main.ts", main(modules)]])
  },
  mistake: {
    file: "area0/items0.controller.ts",
    from: "email: dto.email",
    to: "email: dto.mail",
    message: "'mail' does not exist",
  },
}

const guard = `import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from "@nestjs/common"

export interface UserRequest {
  headers: Record<string, string | undefined>
  user_id: string
  user_email: string
}

@Injectable()
export class BearerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<UserRequest>()
    const token = request.headers["authorization"] ?? ""
    if (token === "") throw new UnauthorizedException("Missing token")
    request.user_id = token
    request.user_email = token
    return true
  }
}
`

function controller({ name, title }: PlannedController): string {
  return `import {
  Body, Controller, Delete, Get, HttpCode, Logger, NotFoundException, Param, Post, Put, Query, Req, UseGuards,
} from "@nestjs/common"
import { BearerGuard, type UserRequest } from "../bearer.guard.ts"

class Create${title} {
  title!: string
  email!: string
  count?: number
}

class Change${title} {
  title!: string
  published?: boolean
}

@Controller()
export class ${title}Controller {
  readonly #log = new Logger("${title}")

  @Get("${name}")
  index(@Query("title") title: string) {
    return [{ id: "1", title }]
  }

  @Get("${name}/:id")
  show(@Param("id") id: string) {
    if (id === "") throw new NotFoundException("Not found")
    return { id, title: "${title}" }
  }

  @Get("${name}/:id/history/:version")
  version(@Param("id") id: string, @Param("version") version: string) {
    return { id, version }
  }

  @Get("${name}/:id/files/*path")
  file(@Param("id") id: string, @Param("path") path: string) {
    return { id, path }
  }

  @Get("orgs/:org/${name}")
  @UseGuards(BearerGuard)
  list(@Param("org") org: string, @Req() request: UserRequest) {
    return [{ id: "1", org, by: request.user_id }]
  }

  @Post("orgs/:org/${name}")
  @UseGuards(BearerGuard)
  create(@Param("org") org: string, @Body() dto: Create${title}, @Req() request: UserRequest) {
    return { org, title: dto.title, email: dto.email, count: dto.count ?? 0, by: request.user_email }
  }

  @Get("orgs/:org/${name}/:id")
  @UseGuards(BearerGuard)
  showMine(@Param("org") org: string, @Param("id") id: string, @Req() request: UserRequest) {
    return { id, org, by: request.user_id }
  }

  @Put("orgs/:org/${name}/:id")
  @UseGuards(BearerGuard)
  update(@Param("id") id: string, @Body() dto: Change${title}, @Req() request: UserRequest) {
    return { id, title: dto.title, published: dto.published ?? false, by: request.user_id }
  }

  @Delete("orgs/:org/${name}/:id")
  @UseGuards(BearerGuard)
  @HttpCode(204)
  remove(@Param("id") id: string): void {
    this.#log.log(id)
  }

  @Post("orgs/:org/${name}/:id/tags/:tag")
  @UseGuards(BearerGuard)
  tag(@Param("id") id: string, @Param("tag") tag: string, @Req() request: UserRequest) {
    return { id, tag, by: request.user_id }
  }
}
`
}

function area({ title, controllers }: PlannedModule): string {
  return `import { Module } from "@nestjs/common"
${controllers.map((one) => `import { ${one.title}Controller } from "./${one.name}.controller.ts"`).join("\n")}

@Module({ controllers: [${controllers.map((one) => `${one.title}Controller`).join(", ")}] })
export class ${title}Module {}
`
}

function main(modules: readonly PlannedModule[]): string {
  return `import "reflect-metadata"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { BearerGuard } from "./bearer.guard.ts"
${modules.map(({ name, title }) => `import { ${title}Module } from "./${name}/${name}.module.ts"`).join("\n")}

@Module({ imports: [${modules.map(({ title }) => `${title}Module`).join(", ")}], providers: [BearerGuard] })
class AppModule {}

const app = await NestFactory.create(AppModule)
await app.listen(3000)
`
}
