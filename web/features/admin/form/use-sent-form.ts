import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '#web/lib/api.ts'
import { explain, toastFailure } from '../failures.ts'
import { placeErrors } from './form-errors.ts'
import { schemaResolver } from './schema-resolver.ts'

/** A small form that is sent as JSON; what the API finds wrong stands at the fields. `defaultValues` names every field, in order. */
export function useSentForm<Input extends FieldValues, Output, Answer>({
  schema,
  defaultValues,
  send,
  onSent,
  failed,
}: {
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  send: (values: Output) => Promise<Answer>
  onSent: (answer: Answer) => void
  /** The toast when it could not be done */
  failed: string
}) {
  const form = useForm<Input, unknown, Output>({ resolver: schemaResolver(schema), defaultValues })
  const { isSubmitting } = form.formState
  const [problems, setProblems] = useState<string[]>([])
  const firstWrong = useRef<Path<Input>>(undefined)

  const submit = form.handleSubmit(async (values) => {
    setProblems([])
    try {
      onSent(await send(values))
    } catch (error) {
      toastFailure(error, failed)
      if (!(error instanceof ApiError) || !error.problem.errors?.length) return setProblems([explain(error)])
      const placed = placeErrors(error.problem, Object.keys(defaultValues))
      for (const { field, message } of placed.fields) form.setError(field as Path<Input>, { type: 'server', message })
      setProblems(placed.rest)
      firstWrong.current = placed.fields[0]?.field as Path<Input> | undefined
    }
  })

  // The fields are disabled until the submission has ended.
  useEffect(() => {
    if (isSubmitting || !firstWrong.current) return
    form.setFocus(firstWrong.current)
    firstWrong.current = undefined
  }, [form, isSubmitting])

  return { form, submit, problems, busy: isSubmitting }
}
