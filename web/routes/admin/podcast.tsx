import { ItemPage, itemRoute } from '#web/admin/kit/form/item-route.tsx'
import { PodcastForm } from '#web/admin/podcasts/podcast-form.tsx'
import { podcastResource } from '#web/admin/podcasts/podcast-resource.tsx'

export const { meta, clientLoader } = itemRoute(podcastResource, PodcastForm)
export default ItemPage
