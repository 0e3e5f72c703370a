import { ListPage, listRoute } from '#web/features/admin/kit/list/list-route.tsx'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.tsx'

export const { meta, clientLoader } = listRoute(podcastResource)
export default ListPage
