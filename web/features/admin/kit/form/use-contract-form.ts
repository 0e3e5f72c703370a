import { type BaseSyntheticEvent, useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type SubmitHandler,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { focusFirstError } from '#web/ui/focus-first-error.ts'

/**
 * A form that is validated by a contract. On errors, its own or the API's, the first invalid field on the page gets the focus;
 * react-hook-form would choose the first that was registered.
 */
export function useContractForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: DefaultValues<Input>) {
  const form = useForm<Input, unknown, Output>({ resolver: schemaResolver(schema), defaultValues, shouldFocusError: false })
  const formElement = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState

  // submitCount rises when the submission has ended: the messages are shown, and the fields enabled.
  useEffect(() => {
    if (submitCount === 0 || focusFirstError(formElement.current)) return
    // The focused element was disabled meanwhile. Without an invalid field, the submit button gets the focus.
    if (document.activeElement === document.body) formElement.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [submitCount])

  function handleSubmit(onValid: SubmitHandler<Output>) {
    const submit = form.handleSubmit(onValid)
    return (event?: BaseSyntheticEvent) => {
      if (event) formElement.current = event.currentTarget as HTMLFormElement
      return submit(event)
    }
  }

  /** The props that connect a text field, with its error */
  function field(name: Path<Input>) {
    return { ...form.register(name), error: form.formState.errors[name]?.message as string }
  }

  return { form, field, handleSubmit }
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
