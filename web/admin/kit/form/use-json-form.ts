import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { clearFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { useContractForm } from './use-contract-form.ts'
import { useDraft } from './use-draft.ts'

export type JsonForm<Input extends FieldValues, Output, Answer> = {
  schema: z.ZodType<Output, Input>
  /** Default values of all fields, in page order */
  defaultValues: DefaultValues<Input>
  send: (values: Output) => Promise<Answer>
  onSent: (answer: Answer) => void
  /** Error toast for a failed request */
  failed: string
  /** Key of the draft; if absent, no draft is stored */
  draft?: string
}

/** State of a small form that is sent as JSON. Errors from the API are displayed at the fields. */
export function useJsonForm<Input extends FieldValues, Output, Answer>({
  schema,
  defaultValues,
  send,
  onSent,
  failed,
  draft: draftKey,
}: JsonForm<Input, Output, Answer>) {
  const { form, field, handleSubmit, problems, showError } = useContractForm(schema, defaultValues)
  const draft = useDraft(form, draftKey)

  const submit = handleSubmit(async (values) => {
    try {
      const answer = await send(values)
      // The form is reset after sending, since the sent values are no longer unsaved.
      form.reset(form.getValues(), { keepSubmitCount: true })
      draft.drop()
      clearFailure(failed)
      onSent(answer)
    } catch (error) {
      toastFailure(error, failed)
      showError(error)
    }
  })

  return { form, field, submit, startOver: draft.startOver, problems, busy: form.formState.isSubmitting, restored: draft.restored }
}
