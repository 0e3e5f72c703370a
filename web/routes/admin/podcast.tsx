import { ItemPage, itemRoute } from '#web/features/admin/kit/form/item-route.tsx'
import { PodcastForm } from '#web/features/admin/podcasts/podcast-form.tsx'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.tsx'

export const { meta, clientLoader } = itemRoute(podcastResource, PodcastForm)
export default ItemPage
