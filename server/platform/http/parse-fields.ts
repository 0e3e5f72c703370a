import type { z } from 'zod'
import type { FieldError } from '#contracts/problem.ts'
import { invalidRequest, type ProblemError } from '#server/platform/problems.ts'

/** Checks the text fields of a form. `missing` are files that were not sent, reported together with the rest. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
  missing: FieldError[] = [],
): z.infer<Schema> {
  const result = schema.safeParse({ ...fields })
  if (result.success && missing.length === 0) return result.data
  throw invalidFields([
    ...(result.error?.issues ?? []).map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message })),
    ...missing,
  ])
}

/** One message a field, the first. */
function invalidFields(errors: FieldError[]): ProblemError {
  return invalidRequest([...new Map(errors.toReversed().map((error) => [error.field, error])).values()].toReversed())
}
