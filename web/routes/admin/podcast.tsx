import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { PodcastForm } from '#web/features/admin/podcasts/podcast-form.tsx'
import { podcastResource } from '#web/features/admin/podcasts/podcast-resource.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit podcast' : 'Add podcast')

export default function AdminPodcast() {
  return <ItemFormPage resource={podcastResource} form={(props) => <PodcastForm {...props} />} />
}
