import type { z } from 'zod'
import type { FieldError } from '#contracts/common/problem.ts'
import { invalidRequest } from '#server/platform/problems.ts'

/** Validates the text fields of a form. `missing` files are reported together with invalid fields. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
  missing: FieldError[] = [],
): z.infer<Schema> {
  const result = schema.safeParse({ ...fields })
  if (result.success && missing.length === 0) return result.data
  const errors = [
    ...(result.error?.issues ?? []).map((issue) => ({ field: String(issue.path[0] ?? ''), message: issue.message })),
    ...missing,
  ]
  // Only the first error of each field is reported.
  throw invalidRequest([...new Map(errors.toReversed().map((error) => [error.field, error])).values()].toReversed())
}
