import { STATUS_CODES } from "node:http"
import {
  type ArgumentsHost,
  Body,
  type CanActivate,
  Catch,
  Controller,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpCode,
  HttpException,
  Injectable,
  Logger,
  Module,
  NotFoundException,
  Param,
  Post,
  Put,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter, type NestFastifyApplication } from "@nestjs/platform-fastify"
import { IsInt, IsNotEmpty, IsOptional, IsString, MaxLength } from "class-validator"
import type { FastifyReply, FastifyRequest } from "fastify"
import { Books } from "../src/books.ts"

class NewBook {
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  title!: string

  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  author!: string

  @IsOptional()
  @IsInt()
  year?: number
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<FastifyRequest>()
    if (request.headers.authorization === "Bearer letmein") return true
    throw new UnauthorizedException()
  }
}

@Controller()
class BooksController {
  constructor(private readonly books: Books) {}

  @Get("books")
  index(@Query("author") author = "") {
    return this.books.list(author)
  }

  @Get("books/:id")
  show(@Param("id") id: string) {
    return this.books.find(id) ?? notFound()
  }

  @Post("books")
  @UseGuards(TokenGuard)
  create(@Body() book: NewBook) {
    return this.books.add(book)
  }

  @Put("books/:id")
  @UseGuards(TokenGuard)
  update(@Param("id") id: string, @Body() book: NewBook) {
    return this.books.replace(id, book) ?? notFound()
  }

  @Delete("books/:id")
  @UseGuards(TokenGuard)
  @HttpCode(204)
  remove(@Param("id") id: string) {
    if (!this.books.remove(id)) notFound()
  }

  @Get("loans")
  loans() {
    return this.books.loans()
  }
}

function notFound(): never {
  throw new NotFoundException()
}

@Catch()
class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger(ErrorFilter.name)

  catch(error: unknown, host: ArgumentsHost) {
    const status = error instanceof HttpException ? error.getStatus() : 500
    if (status === 500) this.log.error(error)
    const message = status === 400 ? "Invalid request" : STATUS_CODES[status]
    void host.switchToHttp().getResponse<FastifyReply>().status(status).send({ error: message })
  }
}

@Module({ controllers: [BooksController], providers: [Books] })
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter())
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }))
app.useGlobalFilters(new ErrorFilter())
await app.listen(process.env["PORT"] ?? 3000)
console.log("listening on", await app.getUrl())
