import { useMatch } from 'react-router'
import { accountResource } from '#web/admin/accounts/account-resource.tsx'
import { Invitations, startLoadingInvitations } from '#web/admin/invitations/invitations.tsx'
import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import type { Route } from './+types/accounts.ts'

const list = listRoute(
  accountResource,
  <ButtonLink to="/admin/accounts/sessions" variant="outline" size="small">
    Who is signed in
  </ButtonLink>,
)

export const { meta, shouldRevalidate } = list

export function clientLoader(args: Route.ClientLoaderArgs) {
  return { ...list.clientLoader(args), invitations: startLoadingInvitations() }
}

export default function AdminAccounts({ loaderData }: Route.ComponentProps) {
  const isList = useMatch(accountResource.listUrl) !== null
  return (
    <>
      <ListPage loaderData={loaderData} />
      {isList && <Invitations loading={loaderData.invitations} />}
    </>
  )
}
