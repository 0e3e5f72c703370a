import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { dropDraft } from './drafts.ts'
import { FormProblems, RestoredDraftNotice } from './form-notices.tsx'
import { type JsonForm, useJsonForm } from './use-json-form.ts'

type Options<Input extends FieldValues, Output, Answer> = JsonForm<Input, Output, Answer> & {
  submitLabel: string
  danger?: boolean
  actionsClass?: string
  children: (state: ReturnType<typeof useJsonForm<Input, Output, Answer>>) => ReactNode
}

/** Dialog with a small form. Closing the dialog deletes the form's draft. */
export function FormDialog<Input extends FieldValues, Output, Answer>({
  open,
  onClose,
  title,
  description,
  width,
  ...form
}: Omit<ComponentProps<typeof Dialog>, 'children' | 'backCloses'> & Options<Input, Output, Answer>) {
  function cancel() {
    if (form.draft) dropDraft(form.draft)
    onClose()
  }

  return (
    <Dialog open={open} title={title} description={description} width={width} onClose={cancel}>
      <Form {...form} onCancel={cancel} />
    </Dialog>
  )
}

function Form<Input extends FieldValues, Output, Answer>({
  submitLabel,
  danger = false,
  actionsClass,
  children,
  onCancel,
  ...form
}: Options<Input, Output, Answer> & { onCancel: () => void }) {
  const state = useJsonForm(form)
  const { submit, busy, problems, restored, startOver } = state
  return (
    // The form uses POST, so that the password never appears in the URL, even if the form is submitted without JavaScript.
    <form method="post" noValidate onSubmit={submit}>
      {restored && <RestoredDraftNotice className="mb-5" disabled={busy} onDiscard={startOver} />}
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        {children(state)}
        <FormProblems messages={problems} />
      </fieldset>
      <DialogActions {...(actionsClass && { className: actionsClass })}>
        <Button variant="outline" size="small" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" {...(danger && { variant: 'danger' as const })} size="small" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
