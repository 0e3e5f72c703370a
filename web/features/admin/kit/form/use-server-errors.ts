import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { describeFailure } from '#web/features/admin/kit/failures.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { placeErrors } from './form-errors.ts'

/** What the API finds wrong: at the fields, which `names` gives in the order of the page, and as `problems` of the whole form. */
export function useServerErrors<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, names: string[]) {
  const [problems, setProblems] = useState<string[]>([])

  /** Shows why the API refuses the form, and answers which fields are wrong. */
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
