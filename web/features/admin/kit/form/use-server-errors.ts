import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { describeFailure } from '#web/features/admin/kit/failures.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { placeErrors } from './form-errors.ts'

/** The API's errors: at the fields, whose `names` are in the order of the page, and `problems` of the whole form. */
export function useServerErrors<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, names: string[]) {
  const [problems, setProblems] = useState<string[]>([])

  /** Shows the errors and returns the names of the invalid fields. */
  function show(error: unknown): string[] {
    if (!(error instanceof ApiError) || !error.problem.errors?.length) {
      setProblems([describeFailure(error)])
      return []
    }
    const { fields, rest } = placeErrors(error.problem, names)
    for (const { field, message } of fields) form.setError(field as Path<Input>, { type: 'server', message })
    setProblems(rest)
    return fields.map(({ field }) => field)
  }

  return { problems, setProblems, show }
}
