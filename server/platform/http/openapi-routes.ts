import { z } from 'zod'
import { Problem } from '#contracts/common/problem.ts'

/** API documentation of a route beyond the contents of its schema. */
export type RouteNotes = {
  /** Error statuses that do not follow from the method, parameters and access control of the route */
  refuses?: number[]
  /** Request headers that the route's schema does not check; a name that ends in ! is required */
  requestHeaders?: Record<string, string>
  responseHeaders?: Record<number, Record<string, string>>
  /** Content type of a body that the route parses itself */
  contentType?: string
}

type FormDocument = {
  fields: z.ZodObject
  files: string[]
  optionalFiles: string[]
  optional: boolean
  /** Names of the file fields that a text field `<file>Upload` can replace; the text field refers to an earlier upload */
  uploads: string[]
}

declare module 'fastify' {
  interface FastifySchema {
    notes?: RouteNotes
    /** Multipart form to document; the route itself parses and checks the form */
    form?: FormDocument
    tags?: readonly string[]
    summary?: string
    security?: readonly Record<string, readonly string[]>[]
    hide?: boolean
  }
}

const REFUSALS: Record<number, string> = {
  400: 'Malformed or invalid request; errors names the fields',
  401: 'Not signed in, session expired, or wrong password',
  403: 'The item was not bought, the password is wrong, or it must be entered again (password_required)',
  404: 'Not found',
  409: 'Conflict: the resource changed since it was read',
  410: 'Deleted',
  412: 'Unsupported version of the protocol',
  413: 'Too large',
  415: 'Unsupported type of content or file',
  416: 'The requested range is beyond the end of the file',
  423: 'Locked by another request',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Internal error',
  503: 'Temporarily unavailable; Retry-After says when to try again',
  507: 'Out of storage',
}
const REFUSAL_HEADERS: Record<number, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
  416: { 'Content-Range': 'Size of the file' },
  429: { 'Retry-After': 'Delay in seconds before the next attempt' },
  503: { 'Retry-After': 'Delay in seconds before the next attempt' },
}

/** Response schema for responses that clients cache and revalidate with `If-None-Match`. */
export const NOT_MODIFIED = { 304: z.null().meta({ description: 'Not modified' }) }
export const LIST_HEADERS = { 200: { 'X-Total-Count': 'Number of items on all pages', Link: 'URL of the next page, with rel="next"' } }

type Documented = { method: string; params?: unknown; form?: unknown; security?: unknown; notes?: RouteNotes }

export function documentRefusals({ method, params, form, security, notes }: Documented) {
  const changes = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  const statuses = [
    ...[400, 429, 500, 503],
    ...(security ? [401] : []),
    ...(params ? [404] : []),
    ...(changes ? [413, 415] : []),
    ...(form ? [409, 507] : []),
    ...(notes?.refuses ?? []),
  ]
  const content = { 'application/problem+json': { schema: Problem } }
  return Object.fromEntries(statuses.toSorted().map((status) => [status, { description: REFUSALS[status] ?? 'Error', content }]))
}

export function documentResponseHeaders(status: string, notes: RouteNotes | undefined) {
  const named = notes?.responseHeaders?.[Number(status)] ?? REFUSAL_HEADERS[Number(status)]
  return (
    named && { headers: Object.fromEntries(Object.entries(named).map(([name, description]) => [name, { type: 'string', description }])) }
  )
}

export function documentRequestHeaders({ requestHeaders }: RouteNotes) {
  if (!requestHeaders) return {}
  const entries = Object.entries(requestHeaders).map(([name, description]) => [name.replace('!', ''), { type: 'string', description }])
  const required = Object.keys(requestHeaders)
    .filter((name) => name.endsWith('!'))
    .map((name) => name.slice(0, -1))
  return { headers: { type: 'object', properties: Object.fromEntries(entries), required } }
}

/** Documents a request body by its content type only. */
export function documentBody({ contentType }: RouteNotes) {
  return contentType
    ? { consumes: [contentType], body: { type: 'string', format: contentType.startsWith('text/') ? undefined : 'binary' } }
    : {}
}

/** Returns the operation id of a route, which becomes a function name in generated clients: `GET /api/books/:id` is `getBooksById`. */
export function operationId(method: string, url: string): string {
  const words = url
    .split('/')
    .slice(2)
    .flatMap((part) => (part.startsWith(':') ? ['by', part.slice(1)] : part.split(/[^a-z]+/i)))
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

/**
 * Documents the form of a route.
 * @param files form files; for an optional file, empty text removes the current file
 */
export function documentForm(
  fields: z.ZodObject,
  files: Record<string, { optional?: true; inChunks?: true }>,
  { optional = false }: { optional?: boolean } = {},
): { form: FormDocument } {
  const names = Object.keys(files)
  const optionalFiles = names.filter((name) => files[name]?.optional)
  const uploads = names.filter((name) => files[name]?.inChunks)
  return { form: { fields, files: names, optionalFiles, optional, uploads } }
}

export function formToJsonSchema({ fields, files, optionalFiles, optional, uploads }: FormDocument) {
  const { properties = {}, required = [] } = z.toJSONSchema(fields, {
    io: 'input',
    unrepresentable: 'any',
  }) as z.core.JSONSchema.ObjectSchema
  const needed = files.filter((name) => !optionalFiles.includes(name))
  const needsUpload = needed.filter((name) => uploads.includes(name))
  return {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries(files.map((name) => [name, fileSchema(optionalFiles.includes(name))])) },
      ...(!optional && { required: [...required, ...needed.filter((name) => !uploads.includes(name))] }),
      ...(!optional &&
        needsUpload.length > 0 && {
          allOf: needsUpload.map((name) => ({ oneOf: [{ required: [name] }, { required: [`${name}Upload`] }] })),
        }),
    },
  }
}

function fileSchema(isOptional: boolean) {
  return {
    type: 'string',
    format: 'binary',
    ...(isOptional && { description: 'Optional; empty text removes the current file' }),
  }
}
