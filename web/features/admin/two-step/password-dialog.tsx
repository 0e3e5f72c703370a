import { PasswordForm } from '#contracts/totp.ts'
import { FormProblems } from '#web/features/admin/kit/form/form-problems.tsx'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Something that requires the admin's own password. */
export type ProtectedAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** @throws ApiError, whose message is shown at the field */
  run: (currentPassword: string) => Promise<void>
}

/** Asks for the admin's own password, then does it. */
export function PasswordDialog({ action, onClose }: { action: ProtectedAction | undefined; onClose: () => void }) {
  return (
    <Dialog open={action !== undefined} onClose={onClose} title={action?.title ?? ''} description={action?.message} width="small">
      {action && <Form action={action} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ action, onClose }: { action: ProtectedAction; onClose: () => void }) {
  const { form, submit, problems, busy } = useJsonForm({
    schema: PasswordForm,
    defaultValues: { currentPassword: '' },
    send: ({ currentPassword }) => action.run(currentPassword),
    onSent: onClose,
    failed: action.failed,
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <TextField
          label="Your own password"
          type="password"
          autoComplete="current-password"
          required
          error={form.formState.errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <FormProblems messages={problems} />
      </fieldset>
      <DialogActions>
        <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={busy}>
          {action.confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
