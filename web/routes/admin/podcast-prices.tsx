import { PriceTablePage, priceTableRoute } from '#web/admin/kit/bulk/price-table-route.tsx'
import { podcastResource } from '#web/admin/podcasts/podcast-resource.tsx'

export const { meta, clientLoader } = priceTableRoute(podcastResource)
export default PriceTablePage
