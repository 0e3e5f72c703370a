import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#contracts/problem.ts'
import { formToJsonSchema } from './document-form.ts'
import type { App } from './server.ts'

/** Every route may refuse. */
const REFUSAL = { default: { description: 'A refusal', content: { 'application/problem+json': { schema: Problem } } } }
/** Routes that declare no answer send bytes. */
const BYTES = { '*/*': { schema: z.string().meta({ format: 'binary' }) } }
const FILE = {
  200: { description: 'The whole file', content: BYTES },
  206: { description: 'The range of it that was asked for', content: BYTES },
}

/**
 * Publishes the API's description: OpenAPI 3.1 at `/api/openapi.json`, a readable page at `/api/docs`. Before any route. `schemas`
 * are named in it. They get their names here alone, as zod keeps one list of names for the whole process and the built pages carry
 * their own copy of the contracts: named in the contracts, every name would be there twice.
 */
export async function documentApi(app: App, { schemas }: { schemas: Record<string, z.ZodType> }) {
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { ...schema.meta(), id })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: '1.0.0',
        description: 'Books, podcasts, authors and access to them. Every refusal is an RFC 9457 problem document (schema Problem).',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/login answers' } },
      },
    },
    transform: (input) => {
      const { form, ...own } = input.schema ?? {}
      const schema = own.hide ? own : { ...own, response: { ...(own.response ?? FILE), ...REFUSAL } }
      const output = jsonSchemaTransform({ ...input, schema } as Parameters<typeof jsonSchemaTransform>[0])
      return form ? { ...output, schema: { ...output.schema, ...formToJsonSchema(form) } } : output
    },
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(app.swagger()),
  )
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Where the page without a final slash finds its files.
    indexPrefix: app.prefix,
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
    theme: { title: 'Lectern API' },
  })
}
