import { AdminAccount } from '#contracts/admin/admin.ts'
import { AccountFields, accountValues, changedAccount } from '#web/admin/accounts/account-fields.tsx'
import { send } from '#web/admin/kit/api.ts'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useJsonForm } from '#web/admin/kit/form/use-json-form.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'

/** Form in which administrators change their own name, email address and password. */
export function OwnDetails({ account, onSaved }: { account: AdminAccount; onSaved: (account: AdminAccount) => void }) {
  const { form, field, submit, problems, busy } = useJsonForm({
    schema: changedAccount(account),
    defaultValues: accountValues(account),
    send: async (values) => {
      const changed = Object.entries(values).filter(([name, value]) => value !== account[name as keyof AdminAccount])
      return AdminAccount.parse(await send('PATCH', `/admins/${encodeURIComponent(account.id)}`, Object.fromEntries(changed)))
    },
    onSent: (saved) => {
      toast.success('Account updated successfully')
      form.reset(accountValues(saved))
      onSaved(saved)
    },
    failed: 'Failed to update the account',
  })
  const { email, password } = form.formState.dirtyFields
  return (
    // The form uses POST, so that the password never appears in the URL, even if the form is submitted without JavaScript.
    <form method="post" noValidate onSubmit={submit} className="grid max-w-3xl gap-6">
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 gap-6 sm:grid-cols-2">
        <AccountFields field={field} isNew={false} asksPassword={Boolean(email || password)} />
      </fieldset>
      <FormProblems messages={problems} />
      <Button type="submit" size="small" busy={busy} className="justify-self-start">
        Save changes
      </Button>
    </form>
  )
}
