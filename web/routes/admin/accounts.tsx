import { accountResource } from '#web/features/admin/accounts/account-resource.ts'
import { ACCOUNT_COLUMNS, accountRow } from '#web/features/admin/accounts/account-row.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'

export const meta = () => adminMeta(accountResource.title)

export default function AdminAccounts() {
  return (
    <ListPage
      resource={accountResource}
      view={accountRow}
      columns={ACCOUNT_COLUMNS}
      beside={
        <>
          <ButtonLink to="/admin/accounts/two-step" variant="outline" size="small">
            Two-step sign-in
          </ButtonLink>
          <ButtonLink to="/admin/accounts/sessions" variant="outline" size="small">
            Who is signed in
          </ButtonLink>
        </>
      }
    />
  )
}
