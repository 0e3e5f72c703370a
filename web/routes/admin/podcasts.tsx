import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.ts'
import { PODCAST_COLUMNS, podcastRow } from '#web/features/admin/podcasts/podcast-row.tsx'

export const meta = () => adminMeta(podcastResource.title)

export default function AdminPodcasts() {
  return <ListPage resource={podcastResource} view={podcastRow} columns={PODCAST_COLUMNS} />
}
