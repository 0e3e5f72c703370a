import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { messageSource } from '#web/features/admin/messages/messages-api.ts'
import { MessagesPage } from '#web/features/admin/messages/messages-page.tsx'
import type { Route } from './+types/messages.ts'

export const meta = () => adminMeta('Messages')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(messageSource, request.url) }
}

export default function AdminMessages({ loaderData }: Route.ComponentProps) {
  return <MessagesPage {...loaderData} />
}
