import { ItemPage, itemRoute } from '#web/admin/kit/form/item-route.tsx'
import { SavedAnswerForm } from '#web/admin/saved-answers/saved-answer-form.tsx'
import { savedAnswerResource } from '#web/admin/saved-answers/saved-answer-resource.tsx'

export const { meta, clientLoader } = itemRoute(savedAnswerResource, SavedAnswerForm)
export default ItemPage
