import { z } from 'zod'

export type FormDocument = { fields: z.ZodObject; files: string[]; optional: boolean }

declare module 'fastify' {
  interface FastifySchema {
    /** Documents a multipart body, which the route itself parses and checks */
    form?: FormDocument
    tags?: readonly string[]
    summary?: string
    security?: readonly Record<string, readonly string[]>[]
    hide?: boolean
  }
}

/** Documents a multipart form in a route's schema. */
export function documentForm(fields: z.ZodObject, files: string[], { optional = false } = {}): { form: FormDocument } {
  return { form: { fields, files, optional } }
}

/** A multipart body as OpenAPI describes it. */
export function formToJsonSchema({ fields, files, optional }: FormDocument) {
  const { properties = {}, required = [] } = z.toJSONSchema(fields, {
    io: 'input',
    unrepresentable: 'any',
  }) as z.core.JSONSchema.ObjectSchema
  return {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])) },
      ...(!optional && { required: [...required, ...files] }),
    },
  }
}
