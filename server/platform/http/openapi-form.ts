import { z } from 'zod'

export type FormDocument = { fields: z.ZodObject; files: string[]; optional: boolean }

declare module 'fastify' {
  interface FastifySchema {
    /** Describes a multipart body for the documentation; the route itself reads and checks it. */
    form?: FormDocument
    tags?: readonly string[]
    summary?: string
    security?: readonly Record<string, readonly string[]>[]
    hide?: boolean
  }
}

/** The part of a route's schema that documents its multipart form. */
export function documentForm(fields: z.ZodObject, files: string[], { optional = false } = {}): { form: FormDocument } {
  return { form: { fields, files, optional } }
}

/** What the OpenAPI document says of a multipart body. */
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
