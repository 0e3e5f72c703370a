import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { startLoadingItem } from '#web/features/admin/kit/form/use-edited-item.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { PodcastForm } from '#web/features/admin/podcasts/podcast-form.tsx'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.tsx'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit podcast' : 'Add podcast')

export function clientLoader({ params }: { params: { id?: string } }) {
  return { loading: startLoadingItem(podcastResource, params.id) }
}

export default function AdminPodcast({ loaderData }: { loaderData: ReturnType<typeof clientLoader> }) {
  return <ItemFormPage resource={podcastResource} loading={loaderData.loading} form={(props) => <PodcastForm {...props} />} />
}
