import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { savedAnswerResource } from '#web/admin/saved-answers/saved-answer-resource.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

export const { meta, clientLoader, shouldRevalidate } = listRoute(
  savedAnswerResource,
  <ButtonLink to="/admin/messages" variant="outline" size="small">
    Messages
  </ButtonLink>,
)
export default ListPage
