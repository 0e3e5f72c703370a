import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { MessagesPage } from '#web/features/admin/messages/messages-page.tsx'

export const meta = () => adminMeta('Messages')

export default function AdminMessages() {
  return <MessagesPage />
}
