import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Problem } from '#contracts/problem.ts'
import { describeFailure } from '#web/features/admin/kit/failures.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { joinSentences } from '#web/lib/sentences.ts'

/** The API's errors: at the fields, whose `names` are in the order of the page, and `problems` of the whole form. */
export function useServerErrors<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, names: string[]) {
  const [problems, setProblems] = useState<string[]>([])

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

/** Splits the API's errors into messages for fields of the form, in its order, and messages for the whole form. */
export function placeErrors<Field extends string>(problem: Problem, fields: readonly Field[]) {
  const placed = new Map<Field, string>()
  const rest: string[] = []
  for (const { field, message } of problem.errors ?? []) {
    // The error may name an entry of a list: categories.2
    const [name = ''] = field.split(/[.[]/)
    const known = fields.find((candidate) => candidate === name)
    if (!known) rest.push(name ? `${name}: ${message}` : message)
    else if (!placed.has(known)) placed.set(known, message)
  }
  if (placed.size === 0 && rest.length === 0) rest.push(joinSentences(problem.detail ?? problem.title))
  return {
    fields: fields.flatMap((field) => {
      const message = placed.get(field)
      return message === undefined ? [] : [{ field, message }]
    }),
    rest,
  }
}
