import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldError, type FieldErrors, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Problem } from '#contracts/common/problem.ts'
import { describeFailure } from '#web/admin/kit/failures.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { focusFirstError } from '#web/ui/focus-first-error.ts'

/**
 * Creates a form validated by a contract schema. After a validation error or an API error, the first invalid field on the page is focused;
 * react-hook-form would focus the field that was registered first. `defaultValues` names every field in page order; `problems` are errors
 * of the whole form.
 */
export function useContractForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: DefaultValues<Input>) {
  const form = useForm<Input, unknown, Output>({ resolver: schemaResolver(schema), defaultValues, shouldFocusError: false })
  const formElement = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<string[]>([])
  const { submitCount } = form.formState

  // `submitCount` increases after the submission has ended, when error messages are rendered and fields are enabled again.
  useEffect(() => {
    if (submitCount === 0 || focusFirstError(formElement.current)) return
    // The element that had focus was disabled during the submission. If no field is invalid, the submit button is focused.
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

  /** Returns the props of a text field, including its error message. */
  function field(name: Path<Input>) {
    return { ...form.register(name), error: form.formState.errors[name]?.message as string }
  }

  /** Displays errors from the API and returns the names of the invalid fields. */
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
 * Returns a resolver that validates a flat form by a contract schema, with one message per field that is identical to the API's message.
 * `@hookform/resolvers` is not used, since it takes a union's message from the first branch, and that message is about types.
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

/** Splits the API's errors into messages for individual fields, in form order, and messages for the whole form. */
export function placeErrors<Field extends string>(problem: Problem, fields: readonly Field[]) {
  const placed = new Map<Field, string>()
  const rest: string[] = []
  for (const { field, message } of problem.errors ?? []) {
    // The error's field name may refer to an entry of a list, such as `categories.2`
    const [name = ''] = field.split(/[.[]/)
    const known = fields.find((candidate) => candidate === name)
    if (!known) rest.push(name ? `${name}: ${message}` : message)
    else if (!placed.has(known)) placed.set(known, message)
  }
  if (placed.size === 0 && rest.length === 0) rest.push(joinSentences(problem.detail ?? problem.title))
  const inOrder = fields.filter((field) => placed.has(field))
  return { fields: inOrder.map((field) => ({ field, message: placed.get(field) })), rest }
}
