import type { ApiError } from './api.ts'

/** Error messages of form fields, by field name. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** Returns the API's first error message for each of the fields; undefined if there are no messages for these fields. */
export function fieldErrors<Field extends string>({ problem }: ApiError, fields: readonly Field[]): FieldErrors<Field> | undefined {
  const found: FieldErrors<Field> = {}
  for (const { field, message } of problem.errors ?? []) {
    const known = fields.find((name) => name === field)
    if (known) found[known] ??= message
  }
  return Object.keys(found).length > 0 ? found : undefined
}
