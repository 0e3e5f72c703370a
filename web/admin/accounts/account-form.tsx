import type { z } from 'zod'
import { type AdminAccount, AdminFields } from '#contracts/admin/admin.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { type Account, AccountFields, accountValues, changedAccount } from './account-fields.tsx'
import { accountResource } from './account-resource.tsx'

const SECRETS = ['password', 'currentPassword']

export function AccountForm(props: FormProps<AdminAccount>) {
  const { item } = props
  const schema: z.ZodType<Account, Account> = item ? changedAccount(item) : AdminFields
  const state = useItemForm({
    resource: accountResource,
    schema,
    defaultValues: accountValues(item),
    asJson: true,
    secrets: SECRETS,
    ...props,
  })
  const { email, password } = state.form.formState.dirtyFields
  return (
    <ItemForm state={state}>
      <AccountFields field={state.field} isNew={!item} asksPassword={Boolean(item && (email || password))} />
    </ItemForm>
  )
}
