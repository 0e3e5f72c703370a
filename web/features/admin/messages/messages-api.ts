import { Message, type MessageChanges } from '#contracts/contact.ts'
import type { ListQuery } from '#contracts/list.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'

export const messageSource = {
  apiPath: '/messages',
  list: (query: ListQuery) => adminApi.list<Message>('/messages', query),
  nameOf: ({ subject, name }: Message) => `${subject} from ${name}`,
  toasts: { fetchFailed: 'Failed to fetch messages', updateFailed: 'Failed to update message', deleteFailed: 'Failed to delete message' },
}

export async function changeMessage(id: string, changes: MessageChanges): Promise<Message> {
  return Message.parse(await send('PATCH', `/messages/${encodeURIComponent(id)}`, changes))
}
