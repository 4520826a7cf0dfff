// oxlint-disable import/no-cycle -- the mistake itself
import { Module } from "@nestjs/common"
import { UsersModule } from "./users.ts"

/** One of two modules whose files import each other. */
export class PostsModule {}
Module({ imports: [UsersModule] })(PostsModule)
