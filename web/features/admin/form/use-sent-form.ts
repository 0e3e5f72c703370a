import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { toastFailure } from '../failures.ts'
import { useContractForm } from './use-contract-form.ts'
import { useServerErrors } from './use-server-errors.ts'

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
  const { form, handleSubmit } = useContractForm(schema, defaultValues)
  const { problems, setProblems, show } = useServerErrors(form, Object.keys(defaultValues))

  const submit = handleSubmit(async (values) => {
    setProblems([])
    try {
      onSent(await send(values))
    } catch (error) {
      toastFailure(error, failed)
      show(error)
    }
  })

  return { form, submit, problems, busy: form.formState.isSubmitting }
}
