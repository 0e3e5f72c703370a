import { z } from 'zod'

export const FieldError = z.object({
  field: z.string().meta({ description: 'Name of the field; empty when the message concerns the whole request' }),
  message: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

/** Machine-readable code of a problem. `title` and `detail` are for people. */
export const ProblemCode = z.enum([
  'invalid_request',
  'unauthenticated',
  'invalid_credentials',
  'code_required',
  'password_required',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'no_pages',
  'no_page',
  'no_flow',
  'gone',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'unreadable_file',
  'password_needed',
  'range_not_satisfiable',
  'too_many_requests',
  'unavailable',
  'insufficient_storage',
  'internal',
])
export type ProblemCode = z.infer<typeof ProblemCode>

/** RFC 9457 problem details: the body of every error response. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string(),
  code: ProblemCode,
  requestId: z.string(),
  errors: z.array(FieldError).optional(),
})
export type Problem = z.infer<typeof Problem>
