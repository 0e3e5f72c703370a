import Mail from 'lucide-react/icons/mail'
import MailOpen from 'lucide-react/icons/mail-open'
import Reply from 'lucide-react/icons/reply'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Message } from '#contracts/site/contact.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'

export function MessageRow({ message, onOpen, onDelete }: { message: Message; onOpen: () => void; onDelete: () => void }) {
  const { id, name, subject, read, answered, doubtful, createdAt } = message
  const [Icon, state] = answered ? [Reply, 'Answered'] : read ? [MailOpen, 'Read'] : [Mail, 'Unread']
  return (
    <li id={`row-${id}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-rule border-b text-base leading-snug">
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 py-3 text-left hover:bg-paper-2"
      >
        <Icon aria-hidden className={`mt-0.5 size-5 ${read ? 'text-soft' : 'text-lamp'}`} />
        <span className="min-w-0">
          <span className={`line-clamp-1 ${read ? '' : 'font-semibold'}`}>
            {subject} from {name}
          </span>
          <span className="line-clamp-1 text-sm text-soft">{message.message}</span>
          <span className="mt-0.5 block text-sm text-soft tabular-nums">
            {state}
            {doubtful && ' · Perhaps spam'} · <ExactTime iso={createdAt} toMinute />
          </span>
        </span>
      </button>
      <button
        type="button"
        onClick={onDelete}
        aria-label={`Delete ${subject} from ${name}`}
        title="Delete"
        className="mt-2 grid size-11 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-brick"
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </li>
  )
}
