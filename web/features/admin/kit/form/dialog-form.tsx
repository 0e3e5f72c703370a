import type { BaseSyntheticEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/confirm-dialog.tsx'
import { FormProblems } from './form-problems.tsx'
import { RestoredDraftNotice } from './restored-draft-notice.tsx'

/** A form in a dialog, in the state that `useJsonForm` returns: its fields, its errors, and the buttons. */
export function DialogForm({
  state: { submit, busy, problems, restored },
  submitLabel,
  danger = false,
  actionsClass,
  onCancel,
  children,
}: {
  state: { submit: (event: BaseSyntheticEvent) => Promise<unknown>; busy: boolean; problems: string[]; restored: boolean }
  submitLabel: string
  danger?: boolean
  actionsClass?: string
  onCancel: () => void
  children: ReactNode
}) {
  return (
    // Should it ever be sent without script, a password doesn't belong in the URL.
    <form method="post" noValidate onSubmit={submit}>
      {restored && <RestoredDraftNotice className="mb-5" />}
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        {children}
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
