import { createRequire } from "node:module"
import type { RequestListener } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Way } from "./answer.ts"
import { serveAlone } from "./libraries.ts"
import { ways } from "./ways.ts"

// Not imported: its types bring those of browsers into all files that are compiled with this one.
const require = createRequire(import.meta.url)
const { createSchema, createYoga } = require("graphql-yoga") as {
  createSchema(definition: object): object
  createYoga(options: object): RequestListener & { fetch(request: Request): Promise<Response> }
}

const schema = createSchema({
  typeDefs: /* GraphQL */ `
    type Query {
      hello(name: String!): String!
    }
    type Mutation {
      double(number: Int!): Int!
    }
    type Subscription {
      count(to: Int!): Int!
    }
  `,
  resolvers: {
    Query: { hello: (_: unknown, { name }: { name: string }) => `Hello ${name}` },
    Mutation: { double: (_: unknown, { number }: { number: number }) => number * 2 },
    Subscription: {
      count: {
        async *subscribe(_: unknown, { to }: { to: number }) {
          for (let count = 1; count <= to; count++) yield { count }
        },
      },
    },
  },
})
const yoga = createYoga({ schema, graphqlEndpoint: "/m", logging: false, landingPage: false })

const json = { "content-type": "application/json" }
const calls: Readonly<Record<string, Parameters<Way["send"]>>> = {
  "a query by GET": ["GET", `/m?query=${encodeURIComponent('{ hello(name: "GET") }')}`],
  "a query by POST": [
    "POST",
    "/m",
    { headers: json, body: JSON.stringify({ query: '{ hello(name: "POST") }' }) },
  ],
  "a mutation": [
    "POST",
    "/m",
    { headers: json, body: JSON.stringify({ query: "mutation { double(number: 21) }" }) },
  ],
  "a subscription over server-sent events": [
    "POST",
    "/m",
    {
      headers: { ...json, accept: "text/event-stream" },
      body: JSON.stringify({ query: "subscription { count(to: 3) }" }),
    },
  ],
  "a query that is wrong": ["POST", "/m", { headers: json, body: JSON.stringify({ query: "{ nope }" }) }],
  "a mutation by GET": ["GET", `/m?query=${encodeURIComponent("mutation { double(number: 1) }")}`],
  "a preflight": [
    "OPTIONS",
    "/m",
    { headers: { origin: "http://a.example", "access-control-request-method": "POST" } },
  ],
}
const expected: Readonly<Record<string, string>> = {
  "a query by GET": '"Hello GET"',
  "a query by POST": '"Hello POST"',
  "a mutation": '"double":42',
  "a subscription over server-sent events": '{"data":{"count":3}}',
}

describe("graphql-yoga, mounted", () => {
  let alone: Way
  beforeAll(async () => {
    alone = await serveAlone(yoga)
  })
  afterAll(() => alone.stop())

  describe.each(Object.entries(ways))("under %s", (_, start) => {
    let way: Way
    beforeAll(async () => {
      way = await start(yoga)
    })
    afterAll(() => way.stop())

    it.each(Object.entries(calls))("answers %s as it does alone", async (name, call) => {
      const reply = await way.send(...call)
      expect(reply).toEqual(await alone.send(...call))
      expect(reply.body).toContain(expected[name] ?? "")
    })
  })
})
