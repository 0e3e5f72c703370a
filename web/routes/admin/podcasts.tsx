import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { podcastResource } from '#web/admin/podcasts/podcast-resource.tsx'
import { TransferLinks } from '#web/admin/transfer/transfer-links.tsx'

export const { meta, clientLoader, shouldRevalidate } = listRoute(podcastResource, <TransferLinks noun="podcasts" />)
export default ListPage
