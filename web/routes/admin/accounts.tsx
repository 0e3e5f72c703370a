import { accountResource } from '#web/admin/accounts/account-resource.tsx'
import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

export const { meta, clientLoader } = listRoute(
  accountResource,
  <>
    <ButtonLink to="/admin/accounts/two-step" variant="outline" size="small">
      Two-step sign-in
    </ButtonLink>
    <ButtonLink to="/admin/accounts/sessions" variant="outline" size="small">
      Who is signed in
    </ButtonLink>
  </>,
)
export default ListPage
