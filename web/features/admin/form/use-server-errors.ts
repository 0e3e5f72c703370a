import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/lib/api.ts'
import { explain } from '../failures.ts'
import { placeErrors } from './form-errors.ts'

/** What the API finds wrong: at the fields, which `names` gives in the order of the page, and as `problems` of the whole form. */
export function useServerErrors<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, names: string[]) {
  const [problems, setProblems] = useState<string[]>([])
  const firstWrong = useRef<Path<Input>>(undefined)
  const { isSubmitting } = form.formState

  // The fields are disabled until the submission has ended.
  useEffect(() => {
    if (isSubmitting || !firstWrong.current) return
    form.setFocus(firstWrong.current)
    firstWrong.current = undefined
  }, [form, isSubmitting])

  /** Shows why the API refuses the form, and answers which fields are wrong. */
  function show(error: unknown, { focus = true } = {}): string[] {
    if (!(error instanceof ApiError) || !error.problem.errors?.length) {
      setProblems([explain(error)])
      return []
    }
    const { fields, rest } = placeErrors(error.problem, names)
    for (const { field, message } of fields) form.setError(field as Path<Input>, { type: 'server', message })
    setProblems(rest)
    if (focus) firstWrong.current = fields[0]?.field as Path<Input> | undefined
    return fields.map(({ field }) => field)
  }

  return { problems, setProblems, show }
}
