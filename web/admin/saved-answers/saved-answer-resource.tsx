import MessageSquareText from 'lucide-react/icons/message-square-text'
import { SavedAnswer } from '#contracts/site/contact.ts'
import { listedAtOnce } from '#web/admin/kit/list/listed-at-once.ts'
import { defineResource } from '#web/admin/kit/resource.ts'

export const savedAnswerResource = defineResource<SavedAnswer>(
  {
    singular: 'saved answer',
    auditNoun: 'answer',
    apiPath: '/saved-answers',
    ...listedAtOnce(SavedAnswer, '/saved-answers', ({ title, text }) => `${title} ${text}`),
    nameOf: ({ title }) => title,
    columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_5.5rem]',
    toRow: ({ text }) => ({
      nameLabel: 'Title and text',
      subtitle: text,
      thumbnail: <MessageSquareText aria-hidden className="size-5 text-lamp-deep" />,
      thumbnailClass: 'aspect-square rounded-full grid place-items-center',
      details: [],
    }),
  },
  { listUrl: '/admin/saved-answers' },
)
