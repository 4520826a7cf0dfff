// oxlint-disable import/no-cycle -- the mistake itself
import { Module } from "@nestjs/common"
import { PricesModule } from "./prices.ts"

/** One of three modules whose files import each other. */
export class OrdersModule {}
Module({ imports: [PricesModule] })(OrdersModule)
