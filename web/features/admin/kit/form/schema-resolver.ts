import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a flat form by a contract, with one message for each field: the contract's own, as the API would give it. By hand, since
 * the one of @hookform/resolvers takes a union's message from its first branch, which is about types.
 */
export function schemaResolver<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> {
  return async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, code, message } of result.error.issues) errors[String(path[0])] ??= { type: code, message }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }
}
