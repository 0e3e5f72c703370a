import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { podcastResource } from '#web/admin/podcasts/podcast-resource.tsx'

export const { meta, clientLoader } = listRoute(podcastResource)
export default ListPage
