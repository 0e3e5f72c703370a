import { accountResource } from '#web/features/admin/accounts/account-resource.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/accounts.ts'

export const meta = () => adminMeta(accountResource.title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(accountResource, request.url) }
}

export default function AdminAccounts({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      resource={accountResource}
      loading={loaderData.loading}
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
