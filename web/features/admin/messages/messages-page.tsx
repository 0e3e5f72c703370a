import { useState } from 'react'
import toast from 'react-hot-toast'
import { useSearchParams } from 'react-router'
import type { Message, MessageChanges } from '#contracts/contact.ts'
import { hasStatus, toastFailure } from '#web/features/admin/kit/failures.ts'
import { CountLine } from '#web/features/admin/kit/list/count-line.tsx'
import { DeleteDialog } from '#web/features/admin/kit/list/delete-dialog.tsx'
import { ListBody } from '#web/features/admin/kit/list/list-body.tsx'
import { EmptyList } from '#web/features/admin/kit/list/list-states.tsx'
import { SearchBox } from '#web/features/admin/kit/list/search-box.tsx'
import { type FirstPage, useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { useDeletion } from '#web/features/admin/kit/list/use-deletion.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessageRow } from './message-row.tsx'
import { changeMessage, messageSource } from './messages-api.ts'

/** The messages of the contact form. */
export function MessagesPage({ loading }: { loading: Promise<FirstPage<Message>> }) {
  const [params] = useSearchParams()
  const q = params.get('q') ?? ''
  const list = useAdminList(messageSource, loading)
  const deletion = useDeletion(messageSource, list)
  const [openId, setOpenId] = useState<string>()
  const opened = list.items.find(({ id }) => id === openId)

  async function change(message: Message, changes: MessageChanges) {
    try {
      list.replace(await changeMessage(message.id, changes))
    } catch (error) {
      if (!hasStatus(error, 404)) return toastFailure(error, messageSource.toasts.updateFailed)
      list.remove(message.id)
      toast('Someone else deleted this message meanwhile.')
    }
  }

  function open(message: Message) {
    setOpenId(message.id)
    if (!message.read) void change(message, { read: true })
  }

  return (
    <>
      <PageTitle>Messages</PageTitle>
      <div className="mt-4 mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SearchBox q={q} label="Search messages" />
        <CountLine list={list} one="message" many="messages" narrowed={q !== ''} />
      </div>
      <ListBody list={list} label="Messages" many="messages" empty={<EmptyList many="messages" q={q} />}>
        {(messages) => (
          <ul className="border-rule border-t">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} onOpen={() => open(message)} onDelete={() => deletion.ask(message)} />
            ))}
          </ul>
        )}
      </ListBody>
      <MessageDialog message={opened} onClose={() => setOpenId(undefined)} onChange={change} />
      <DeleteDialog deletion={deletion} singular="message" />
    </>
  )
}
