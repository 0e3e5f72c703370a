import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.tsx'
import type { Route } from './+types/podcasts.ts'

export const meta = () => adminMeta(podcastResource.title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(podcastResource, request.url) }
}

export default function AdminPodcasts({ loaderData }: Route.ComponentProps) {
  return <ListPage resource={podcastResource} loading={loaderData.loading} />
}
