// oxlint-disable import/no-cycle -- the mistake itself
import { Module } from "@nestjs/common"
import { PostsModule } from "./posts.ts"

/** One of two modules whose files import each other. */
export class UsersModule {}
Module({ imports: [PostsModule] })(UsersModule)
