import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import {
  documentBody,
  documentRefusals,
  documentRequestHeaders,
  documentResponseHeaders,
  formToJsonSchema,
  NOT_MODIFIED,
  operationId,
} from './openapi-routes.ts'
import { describeBound, setBound } from './route-bounds.ts'
import type { App } from './server.ts'

/** Content of responses without a schema, which are bytes. */
const BYTES = { '*/*': { schema: z.string().meta({ format: 'binary' }) } }
const FILE = { 200: { description: 'The whole file', content: BYTES }, ...NOT_MODIFIED }
const RANGE = { 206: { description: 'The requested range', content: BYTES } }

/** Content security policy of the API documentation. The plugin's own policy would allow styles and fonts of every https host. */
const DOCS_POLICY = {
  'default-src': "'self'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Serves OpenAPI 3.1 at `/api/openapi.json` and a readable page at `/api/docs`. Must be registered before the routes. The `schemas` are
 * named here and not in the contracts: zod has one registry for the process, and the built pages contain a second copy of the contracts.
 */
export async function documentApi(app: App, { schemas, tags }: { schemas: Record<string, z.ZodType>; tags: Record<string, string> }) {
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { ...schema.meta(), id })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The operator of this site' },
        description: 'Books, podcasts, authors and access to them. Every error response is an RFC 9457 problem document (schema Problem).',
      },
      servers: [{ url: '/' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Token from POST /api/login' } },
      },
    },
    transform: (input) => {
      const { form, notes, ...own } = input.schema ?? {}
      const method = String(input.route.method)
      const refusals = documentRefusals({ method, form, notes, params: own.params, security: own.security })
      const file = { ...FILE, ...(notes?.requestHeaders?.Range && RANGE) }
      const schema = own.hide ? own : { ...own, response: { ...(own.response ?? file), ...refusals } }
      const output = jsonSchemaTransform({ ...input, schema } as Parameters<typeof jsonSchemaTransform>[0])
      if (own.hide) return output
      const answers = Object.entries((output.schema as { response: Record<string, object> }).response)
      const bound = input.route.config?.bound
      const documented = {
        ...output.schema,
        description: [output.schema.description, bound ? describeBound(bound) : 'For signed-in administrators.']
          .filter(Boolean)
          .join('\n\n'),
        operationId: operationId(method, input.url),
        // An empty list of security schemes means that no token is needed.
        security: own.security ?? [],
        response: Object.fromEntries(answers.map(([status, answer]) => [status, { ...answer, ...documentResponseHeaders(status, notes) }])),
        ...(notes && { ...documentRequestHeaders(notes), ...documentBody(notes) }),
        ...(form && formToJsonSchema(form)),
      }
      return { ...output, schema: documented }
    },
    transformObject: (input) => withTupleItems(withoutUnused(jsonSchemaTransformObject(input) as OpenAPIV3_1.Document)),
  })
  let description: Buffer | undefined
  app.get('/openapi.json', { schema: { hide: true }, config: { bound: { constant: 'a text in memory' } } }, (_request, reply) => {
    description ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json').send(description)
  })
  await app.register(async (docs) => {
    setBound(docs, { constant: 'a small file' })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      // The prefix lets the documentation page find its files if the URL has no trailing slash.
      indexPrefix: app.prefix,
      staticCSP: DOCS_POLICY,
      uiConfig: { docExpansion: 'list', deepLinking: true },
      theme: { title: 'Lectern API' },
    })
  })
}

/** Removes unreferenced schemas, which exist because every named schema is registered both as input and as output. */
function withoutUnused(description: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = description.components?.schemas ?? {}
  const used = new Set<string>()
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  follow(description.paths)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...description, components: { ...description.components, schemas: kept } }
}

/**
 * Replaces `false`, which marks the end of a tuple, by a schema that nothing matches. Linters and generators take `false` for a missing
 * schema.
 */
function withTupleItems(description: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  return JSON.parse(JSON.stringify(description, (name, value) => (name === 'items' && value === false ? { not: {} } : value)))
}
