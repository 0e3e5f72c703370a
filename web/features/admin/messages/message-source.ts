import { Message, type MessageChanges } from '#contracts/contact.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export const messageSource = {
  apiPath: '/messages',
  list: (query, init) => adminApi.list<Message>('/messages', query, init),
  nameOf: ({ subject, name }: Message) => `${subject} from ${name}`,
  toasts: { fetchFailed: 'Failed to fetch messages', updateFailed: 'Failed to update message', deleteFailed: 'Failed to delete message' },
} satisfies Omit<ListSource<Message>, 'toasts'> & Record<'apiPath' | 'nameOf' | 'toasts', unknown>

export async function changeMessage(id: string, changes: MessageChanges): Promise<Message> {
  return Message.parse(await send('PATCH', `/messages/${encodeURIComponent(id)}`, changes))
}
