import { useState } from 'react'
import type { ListQuery } from '#contracts/common/list.ts'
import { Message, type MessageChanges } from '#contracts/site/contact.ts'
import { adminApi, send } from '#web/admin/kit/api.ts'
import { clearFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import { SearchedList } from '#web/admin/kit/list/searched-list.tsx'
import { startLoadingList, useAdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { useDeletion } from '#web/admin/kit/list/use-deletion.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { refreshInboxState } from '#web/admin/messages/inbox-state.ts'
import { MessageDialog } from '#web/admin/messages/message-dialog.tsx'
import { MessageRow } from '#web/admin/messages/message-row.tsx'
import { toast } from '#web/lib/toast.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/messages.ts'

const source = {
  apiPath: '/messages',
  singular: 'message',
  nameOf: ({ subject, name }: Message) => `${subject} from ${name}`,
  toasts: { fetchFailed: 'Failed to fetch messages', updateFailed: 'Failed to update message', deleteFailed: 'Failed to delete message' },
  list: (query: ListQuery) => adminApi.list<Message>('/messages', query),
}

export const meta = adminMeta('Messages')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(source, request.url) }
}

export default function AdminMessages({ loaderData }: Route.ComponentProps) {
  const list = useAdminList(source, loaderData.loading)
  const deletion = useDeletion(source, list)
  const [openId, setOpenId] = useState<string>()
  const opened = list.items.find(({ id }) => id === openId)

  async function change(message: Message, changes: MessageChanges) {
    try {
      list.replace(Message.parse(await send('PATCH', `/messages/${encodeURIComponent(message.id)}`, changes)))
      clearFailure(source.toasts.updateFailed)
      void refreshInboxState()
    } catch (error) {
      if (!hasStatus(error, 404)) return toastFailure(error, source.toasts.updateFailed)
      list.remove(message.id)
      toast('Someone else has already deleted this message.')
    }
  }

  function open(message: Message) {
    setOpenId(message.id)
    if (!message.read) void change(message, { read: true })
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>Messages</PageTitle>
        <ButtonLink to="/admin/saved-answers" variant="outline" size="small">
          Saved answers
        </ButtonLink>
      </div>
      <SearchedList list={list} label="Messages" one="message" many="messages" searchLabel="Search messages">
        {(messages) => (
          <ul className="border-rule border-t">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} onOpen={() => open(message)} onDelete={() => deletion.ask(message)} />
            ))}
          </ul>
        )}
      </SearchedList>
      <MessageDialog message={opened} onClose={() => setOpenId(undefined)} onChange={change} onChanged={list.replace} />
      {deletion.dialog}
    </>
  )
}
