import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldError, type FieldErrors, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { describeFailure } from '#web/features/admin/kit/failures.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { focusFirstError } from '#web/ui/use-form-errors.ts'
import { placeErrors } from './form-errors.ts'

/**
 * A form that is validated by a contract. On errors, its own or the API's, the first invalid field on the page gets the focus;
 * react-hook-form would choose the first that was registered. `defaultValues` names every field, in the order of the page; `problems`
 * are errors of the whole form.
 */
export function useContractForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: DefaultValues<Input>) {
  const form = useForm<Input, unknown, Output>({ resolver: schemaResolver(schema), defaultValues, shouldFocusError: false })
  const formElement = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<string[]>([])
  const { submitCount } = form.formState

  // submitCount rises when the submission has ended: the messages are shown, and the fields enabled.
  useEffect(() => {
    if (submitCount === 0 || focusFirstError(formElement.current)) return
    // The focused element was disabled meanwhile. Without an invalid field, the submit button gets the focus.
    if (document.activeElement === document.body) formElement.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [submitCount])

  function handleSubmit(onValid: (values: Output) => unknown) {
    const submit = form.handleSubmit((values) => {
      setProblems([])
      return onValid(values)
    })
    return (event?: BaseSyntheticEvent) => {
      if (event) formElement.current = event.currentTarget as HTMLFormElement
      return submit(event)
    }
  }

  /** The props that connect a text field, with its error */
  function field(name: Path<Input>) {
    return { ...form.register(name), error: form.formState.errors[name]?.message as string }
  }

  /** Shows the API's errors and returns the names of the invalid fields. */
  function showError(error: unknown): string[] {
    if (!(error instanceof ApiError) || !error.problem.errors?.length) {
      setProblems([describeFailure(error)])
      return []
    }
    const { fields, rest } = placeErrors(error.problem, Object.keys(defaultValues))
    for (const { field, message } of fields) form.setError(field as Path<Input>, { type: 'server', message })
    setProblems(rest)
    return fields.map(({ field }) => field)
  }

  return { form, field, handleSubmit, problems, setProblems, showError }
}

/**
 * Validates a flat form by a contract, with one message for each field: the contract's own, as the API would give it. By hand, since
 * the one of @hookform/resolvers takes a union's message from its first branch, which is about types.
 */
function schemaResolver<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> {
  return async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, code, message } of result.error.issues) errors[String(path[0])] ??= { type: code, message }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }
}
