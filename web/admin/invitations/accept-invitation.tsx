import { InvitationAcceptance, type InvitedPerson, PASSWORD_MIN_LENGTH } from '#contracts/admin/admin.ts'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useJsonForm } from '#web/admin/kit/form/use-json-form.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useSite } from '#web/lib/site.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Form in which an invited person chooses a password. */
export function AcceptInvitation({
  person: { firstname, email },
  token,
  onAccepted,
}: {
  person: InvitedPerson
  token: string
  onAccepted: () => void
}) {
  const { brand } = useSite()
  const { field, submit, problems, busy } = useJsonForm({
    schema: InvitationAcceptance.pick({ password: true }),
    defaultValues: { password: '' },
    send: ({ password }) => browserApi.call('/invitations/accept', json('POST', { token, password })),
    onSent: onAccepted,
    failed: 'Failed to create the account',
  })
  return (
    // The form uses POST, so that the password never appears in the URL, even if the form is submitted without JavaScript.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="wrap-anywhere">
        Welcome, {firstname}. Choose a password to manage {brand.name}. You sign in with {email}.
      </p>
      {/* The hidden email field associates the new password with the account in password managers. */}
      <input type="email" autoComplete="username" defaultValue={email} hidden />
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <TextField
          label="Password"
          type="password"
          required
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          {...field('password')}
        />
        <FormProblems messages={problems} />
      </fieldset>
      <Button type="submit" variant="solid" busy={busy} className="w-full">
        Create account
      </Button>
    </form>
  )
}
