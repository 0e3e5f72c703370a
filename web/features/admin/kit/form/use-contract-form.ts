import { type BaseSyntheticEvent, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type SubmitHandler, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { schemaResolver } from './schema-resolver.ts'

/**
 * A form that is checked against a contract. Refused, here or by the API, it moves the focus to the first field that is wrong. The
 * library would take the fields in the order in which they were registered, which is not that of the page.
 */
export function useContractForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: DefaultValues<Input>) {
  const form = useForm<Input, unknown, Output>({ resolver: schemaResolver(schema), defaultValues, shouldFocusError: false })
  const sent = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState

  // It counts when the submission has ended: the messages are there, and the fields no longer disabled.
  useEffect(() => {
    if (submitCount === 0 || focusFirstError(sent.current)) return
    // What had the focus was disabled meanwhile; without a field to correct, the next thing to do is to try again.
    if (document.activeElement === document.body) sent.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [submitCount])

  function handleSubmit(onValid: SubmitHandler<Output>) {
    const submit = form.handleSubmit(onValid)
    return (event?: BaseSyntheticEvent) => {
      if (event) sent.current = event.currentTarget as HTMLFormElement
      return submit(event)
    }
  }

  return { form, handleSubmit }
}
