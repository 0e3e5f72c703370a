import { PasswordForm } from '#contracts/totp.ts'
import { FormProblems } from '#web/features/admin/kit/form/form-problems.tsx'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Something that is only done for who shows the password. */
export type ProtectedAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** Does it, and what follows from it. @throws ApiError, which is told at the field */
  run: (currentPassword: string) => Promise<void>
}

/** Asks for the admin's own password, then does it. */
export function PasswordDialog({ deed, onClose }: { deed: ProtectedAction | undefined; onClose: () => void }) {
  return (
    <Dialog open={deed !== undefined} onClose={onClose} title={deed?.title ?? ''} description={deed?.message} width="small">
      {deed && <Form deed={deed} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ deed, onClose }: { deed: ProtectedAction; onClose: () => void }) {
  const { form, submit, problems, busy } = useJsonForm({
    schema: PasswordForm,
    defaultValues: { currentPassword: '' },
    send: ({ currentPassword }) => deed.run(currentPassword),
    onSent: onClose,
    failed: deed.failed,
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
        <FormProblems sentences={problems} />
      </fieldset>
      <DialogActions>
        <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={busy}>
          {deed.confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
